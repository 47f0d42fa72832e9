package generate

import "strings"

// appNotes are what the application says between its statements.
var appNotes = []string{
	"页面已打开", "case page rendered in 41 ms", "查询完成，共 20 条", "user logged in from 10.20.3.17", "cache refreshed: dict (412 entries)", "导出完成",
}

// statementTimeout is what the server allows a statement.
const statementTimeout = 5 * usSecond

// errorOf returns the exception that a failed execution met, its message over as many lines as PostgreSQL's has.
func errorOf(r *execution) string {
	const exception = "org.postgresql.util.PSQLException: ERROR: "
	table := "t_" + strings.ToLower(r.statement.class)
	switch kind := r.statement.kind; {
	case r.runtime >= statementTimeout:
		return exception + "canceling statement due to statement timeout"
	case kind == "insert" || kind == "merge":
		return exception + "duplicate key value violates unique constraint \"" + table + "_pkey\"\n  Detail: Key already exists."
	case kind == "update" || kind == "delete":
		return exception + "deadlock detected\n  Detail: Process 2211 waits for ShareLock on transaction 88417; blocked by process 2207.\n" +
			"  Hint: See server log for query details.\n  Where: while updating tuple (12,7) in relation \"" + table + "\""
	case kind == "select":
		return exception + "could not serialize access due to read/write dependencies among transactions\n" +
			"  Detail: Reason code: Canceled on identification as a pivot, during conflict in checking.\n  Hint: The transaction might succeed if retried."
	}
	return exception + "permission denied for table " + table
}

// The traces below an exception: the driver's and the application's.
const (
	driverTrace = `	at org.postgresql.core.v3.QueryExecutorImpl.receiveErrorResponse(QueryExecutorImpl.java:2725)
	at org.postgresql.core.v3.QueryExecutorImpl.processResults(QueryExecutorImpl.java:2412)
	at org.postgresql.core.v3.QueryExecutorImpl.execute(QueryExecutorImpl.java:371)
	at org.postgresql.jdbc.PgStatement.executeInternal(PgStatement.java:502)
	at org.postgresql.jdbc.PgStatement.execute(PgStatement.java:419)
	at org.postgresql.jdbc.PgPreparedStatement.executeWithFlags(PgPreparedStatement.java:194)
	at org.postgresql.jdbc.PgPreparedStatement.execute(PgPreparedStatement.java:180)
`
	webTrace = `	at com.example.court.web.CasePage.handle(CasePage.java:88)
	at javax.servlet.http.HttpServlet.service(HttpServlet.java:764)
	at org.apache.tomcat.util.threads.TaskThread$WrappingRunnable.run(TaskThread.java:61)
	at java.base/java.lang.Thread.run(Thread.java:840)
`
)
