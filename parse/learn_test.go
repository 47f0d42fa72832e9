package parse

import "testing"

func cutLines(s string) (line, next []byte, order DateOrder) {
	line, next = cutLine([]byte(s))
	return line, next, anyOrder
}

func TestEnvelopesAreLearnedFromALine(t *testing.T) {
	f := func(line, want string) {
		t.Helper()
		got, _ := learnPattern(cutLines(line))
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
			return
		}
		if got == "" {
			return
		}
		l, err := ParseLayout(got)
		if err != nil {
			t.Errorf("%s: %v", got, err)
		} else if first, _ := cutLine([]byte(line)); !l.Start(first) {
			t.Errorf("%s does not match %s", got, line)
		}
	}
	const date = "%d{yyyy-MM-dd HH:mm:ss.SSS}"
	const comma = "%d{yyyy-MM-dd HH:mm:ss,SSS}"
	boot := " %-5level %pid --- "
	f("2024-06-03 15:33:20.140  INFO 50560 --- [nio-8080-exec-1] p6spy                                    : 1|2", date+boot+"[%15.15t] %-40.40logger{39} : %msg")
	f("2024-06-03T15:33:20.140+09:00 DEBUG 1 --- [depot] [           main] p6spy                                    : 1|2", "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}"+boot+"[%X] [%15.15t] %-40.40logger{39} : %msg")
	f("2024-06-03T15:33:20.140Z DEBUG 311 --- [depot] [east] [nio-9090-exec-3] [65a1b2c3d4e5f60718293a4b5c6d7e8f-a1b2c3d4e5f60718] d.l.m.ShelfMapper.byRoom                 : ==>", "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}"+boot+"[%X] [%X] [%15.15t] [%X] %-40.40logger{39} : %msg")
	f("2024-06-03 15:33:20.140  INFO [app,65a1,65a1] 50560 --- [nio-8080-exec-1] p6spy                                    : 1|2", date+" %-5level [%X] %pid --- [%15.15t] %-40.40logger{39} : %msg")
	f("15:33:20.140 [main] DEBUG c.e.X - msg", "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg")
	f("15:33:20.140 [http-nio-80-exec-1] DEBUG c.r.s.m.S.selectX - [debug,137] - ==>  Preparing: x", "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - [%method,%line] - %msg")
	f("2024-06-03 15:33:20.140 [main] INFO  c.e.X:35 - msg", date+" [%thread] %-5level %logger:%line - %msg")
	f("2024-06-03 15:33:20,140 [[ACTIVE] ExecuteThread: '0'] DEBUG x.Y (F.java:12) - msg", comma+" [%thread] %-5level %logger (%class:%line) - %msg")
	f("2024-06-03 15:33:20,140 INFO  [main] jdbc.sqltiming - DROP", comma+" %-5level [%thread] %logger - %msg")
	f("2024-06-03 15:33:20,140 INFO  jdbc.connection - 3. Connection closed", comma+" %-5level %logger - %msg")
	f("2024-06-03 15:33:20,140 [DEBUG] sqltiming sqlTimingOccured -  demo.x", comma+" [%-5level] %logger %method - %msg")
	f("DEBUG [main] - ==>  Preparing: SELECT", "%-5level [%thread] - %msg")
	f("DEBUG 2025-03-05 11:30:05,208 ==>  Preparing: select", "%-5level "+comma+" %msg")
	f("[ INFO][2024-10-21 04:51:13,207][SpyDelegator: 91] SELECT 2 FROM RING_T", "[%-5level][%d{yyyy-MM-dd HH:mm:ss,SSS}][%class:%line] %msg")
	f("[DEBUG][2024-10-21 04:51:13,207][SpyDelegator: 91] found [3]", "[%-5level][%d{yyyy-MM-dd HH:mm:ss,SSS}][%class:%line] %msg")
	f("#### 20250408 10:10:10,234 | demo.field.LogShim.error(LogShim.java:152) | ERROR |  {conn-11702, pstmt-30118} execute error. update", "#### %d{yyyyMMdd HH:mm:ss,SSS} | %caller | %-5level | %msg")
	f("[2024-09-02 03:27:40] DEBUG 58 stmtLog - {conn-10001, pstmt-20000} Parameters : [null, 7b-1]", "[%d{yyyy-MM-dd HH:mm:ss}] %-5level %pid %logger - %msg")
	f("15:33:20,140 INFO  [demo.depot.Hold] (default task-1) select a hold", "%d{HH:mm:ss,SSS} %-5level [%logger] (%thread) %msg")
	f("15:33:20,140 INFO  [stdout] (default task-1) select a hold", "%d{HH:mm:ss,SSS} %-5level [%logger] (%thread) %msg")
	f("03-Jun-2024 15:33:20.140 INFO [main] org.apache.catalina.core.StandardService.startInternal Starting service", "%d{dd-MMM-yyyy HH:mm:ss.SSS} %-5level [%thread] %logger %msg")
	f("2026-11-30 08:00:46.103 FINE [org.postgresql.Driver] Loading driver", date+" %-5level [%logger] %msg")
	f("2025-05-06 09:01:06 DEBUG n.t.d.l.l.SLF4JQueryLoggingListener:", "%d{yyyy-MM-dd HH:mm:ss} %-5level %logger:%msg")
	f("Mon Jul 14 15:33:20 UTC 2025 INFO: [QUERY] select id", "%d{EEE MMM dd HH:mm:ss zzz yyyy} %-5level: %msg")
	f("[2025-07-14 18:10:23,092][DEBUG] [java.sql.PreparedStatement]: {pstm-204417} Executing", "[%d{yyyy-MM-dd HH:mm:ss,SSS}][%-5level] [%logger]: %msg")
	f("2024-06-03 15:33:20 http-nio-8080-exec-1 DEBUG com.X - msg", "%d{yyyy-MM-dd HH:mm:ss} %thread %-5level %logger - %msg")
	f("176  [main] INFO  x.Y  - msg", "%-4r [%thread] %-5level %-4logger - %msg")
	f("2024-06-03 15:33:20.140 | INFO  | http-nio-1 | com.x.Y | msg here", date+" | %-5level | %thread | %logger | %msg")
	f("2025-02-11 09:30:04.000 [main] INFO  demo.depot.App - GET /hold?id=1 | 200 | 12", date+" [%thread] %-5level %logger - %msg")
	f("10:22:00.318 [worker-1] ERROR jdbc.sqltiming -  demo.kiln", "%d{HH:mm:ss.SSS} [%thread] %-5level %logger - %msg")
	f("2026-11-30 07:56:13,456 [main] INFO  n.t.d.l.l.SLF4JQueryLoggingListener - ", comma+" [%thread] %-5level %logger - %msg")
	f("14:52:07.708 (1)  simple execute, handler=h@7", "%d{HH:mm:ss.SSS} %msg")
	f("2024-06-03 15:33:20.140 [借阅线程-3] DEBUG d.l.m.B - ==>", date+" [%thread] %-5level %logger - %msg")
	f("2024-06-03 15:33:20.140 DEBUG [main] o.a.Some%Thing - x", date+" %-5level [%thread] %msg")
	f("Jul 14, 2025 3:33:20 PM org.postgresql.Driver connect\nFINE: Connecting with URL", "%d{MMM dd, yyyy h:mm:ss a} %logger %method%n%level: %msg")
	f("六月 03, 2024 3:33:20 下午 a.b.C <init>\n信息: x", "%d{MMM dd, yyyy h:mm:ss a} %logger %method%n%level: %msg")
	f("Jun 3, 2024, 3:33:20\u202fPM org.p.D$1\nTRES PRECIS: x", "%d{MMM d, yyyy, h:mm:ss\u202fa} %logger%n%level: %msg")
	f("[6/3/24 15:33:20:140 CST] 00000042 SystemOut     O select 1", "[%d{M/d/yy HH:mm:ss:SSS zzz}] %thread %-13logger %.1level %msg")
	f("[6/3/24 15:33:20:140 CST] 00000042 SystemOut     O 2024-06-03 15:33:20,140 DEBUG [main] a.B - select 1", "[%d{M/d/yy HH:mm:ss:SSS zzz}] %thread %-13logger %.1level %d{yyyy-MM-dd HH:mm:ss,SSS} %-5level [%thread] %logger - %msg")
	f("<Jun 3, 2024 3:33:20 PM CST> <Info> <Security> <BEA-090905> <select 1>", "<%d{MMM d, yyyy h:mm:ss a zzz}> <%level> <%X> <%X> <%msg>")
	f("####<Jun 3, 2024 3:33:20 PM CST> <Info> <JDBC> <host> <srv> <[ACTIVE] ExecuteThread: '1'> <sys> <> <> <171> <BEA-1> <a > b>", "####<%d{MMM d, yyyy h:mm:ss a zzz}> <%level> <%X> <%X> <%X> <%thread> <%X> <%X> <%X> <%X> <%X> <%msg>")
	f("2024-06-03T15:33:20.140Z 2024-06-03 15:33:20.140 INFO  [main] a.B - x", "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} "+date+" %-5level [%thread] %logger - %msg")
	f("2024-06-03 15:33:20.140|http-nio-8080-exec-1|DEBUG|c.x.Y.m(159)|==>  Preparing: select", date+"|%thread|%-5level|%caller|%msg")
	f("2024-06-03 15:33:20.140|5|statement|connection 7|select 1|INFO", date+"%msg")
	f("06-03 15:33:20.140 INFO  [main] c.x.Y - msg", "%d{MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger - %msg")
	f("DEBUG - ==>  Preparing: select", "%-5level - %msg")
	f("2024-06-03 15:33:20,140 INFO a.X [main] msg", comma+" %-5level %logger [%thread] %msg")
	f("2024-06-03 15:33:20.140 [main] DEBUG c.x.Y method - msg", date+" [%thread] %-5level %logger %method - %msg")
	f("2024-06-03 15:33:20.140 [main] c.x.Y DEBUG - msg", date+" [%thread] %logger %-5level - %msg")
	f("2024-06-03 15:33:20.140 DEBUG c.x.Y.(Y.java:32) - msg", date+" %-5level %logger(%file:%line) - %msg")
	f("[2024-06-03 15:33:20.140] [DEBUG] [c.x.Y.run(Y.java:32)] : msg", "["+date+"] [%-5level] [%caller] : %msg")
	f("2024-06-03 15:33:20.140 [traceId:] [main] INFO  c.x.Y - msg", date+" [%X] [%thread] %-5level %logger - %msg")
	f("[2024-06-03T15:33:20.140+0900] [Payara] [INFO] [] [a.b.C] [tid: _ThreadID=1] [[", "[%d{yyyy-MM-dd'T'HH:mm:ss.SSSZ}] [%thread] [%-5level] [%X] [%logger] [%X] [[%n  %msg]]")
	f("select 1", "")
	f("ERROR: duplicate key", "")
	f("ERROR in line 5", "")
	f("	at x.y.Z(F.java:1)", "")
	f("{\"a\":1}", "")
}
