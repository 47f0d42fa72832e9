-- The statements of an invented court's case management, the most frequent first: the n-th is drawn with weight 1/n^s.
--
-- Each begins with a line `--! TYPE CLASS.METHOD ROWS MEDIAN_US [batch] [nested=CLASS.METHOD]`: the kind of SQL, who calls it, how many
-- rows it reads or changes at most, its median runtime in microseconds; `batch`: it is also sent in batches, so one of its values
-- is #{seq}, which never repeats; `nested`: a mapper runs that one for each row of this one.
-- A placeholder is #{KIND} (the kinds are in value.go), #{KIND*N} is N of them with commas between.
-- No two statements may differ in literals, white space or comments alone: counts are kept by normalised text.

--! select Session.byToken 1 180
SELECT user_id, expires_at FROM t_session WHERE token = #{token}

--! select Dict.byType 12 120
SELECT code, label FROM t_dict WHERE type = #{code} ORDER BY sort

--! select Party.byCase 4 260
SELECT p.id, p.name, p.role, p.id_no
  FROM t_party p
 WHERE p.case_id = #{id}
 ORDER BY p.role, p.id

--! update Session.touch 1 350
UPDATE t_session SET last_seen = #{time} WHERE token = #{token}

--! select Case.byNo 1 300
select id, case_no, status from t_case where case_no = #{caseno}

--! insert OpLog.add 1 400 batch
INSERT INTO t_op_log (id, user_id, action, target, at) VALUES (#{seq}, #{user}, #{code}, #{id}, #{time})

--! select Case.byId 1 280
SELECT c.id, c.case_no, c.cause, c.status, c.court_id, c.judge_id, c.amount, c.filed_on, c.closed_on, c.version
  FROM t_case c
 WHERE c.id = #{id}

--! select User.roles 5 210
select r.role_code from t_user_role r where r.user_id = #{user}

--! select Todo.countOpen 1 450
SELECT count(*) FROM t_todo WHERE owner_id = #{user} AND done = #{flag}

--! select Doc.byCase 8 320
select d.id, d.title, d.kind, d.size_bytes from t_doc d where d.case_id = #{id} and d.kind = #{dockind}

--! select Notice.unread 20 380
SELECT n.id, n.title FROM t_notice n WHERE n.user_id = #{user} AND n.read_at IS NULL LIMIT #{limit}

--! update Case.setStatus 1 700
UPDATE t_case
   SET status = #{small}, version = version + 1, updated_at = #{time}
 WHERE id = #{id} AND version = #{small}

--! select Hearing.next 1 410
SELECT h.id, h.starts_at, h.room_id FROM t_hearing h WHERE h.case_id = #{id} AND h.starts_at > #{time} ORDER BY h.starts_at LIMIT 1

--! insert CaseEvent.add 1 520 batch
INSERT INTO t_case_event (id, case_id, kind, note, actor, happened_at)
VALUES (#{seq}, #{id}, #{code}, #{note}, #{name}, #{time})

--! select Court.byCode 1 140
SELECT id, name, level, parent_id FROM t_court WHERE code = #{court}

--! select User.byLogin 1 230
select id, login, display_name, court_id, locked from t_user where login = #{login} and deleted = 0

--! select Fee.sumByCase 1 640
SELECT coalesce(sum(f.amount), 0) FROM t_fee f WHERE f.case_id = #{id} AND f.state <> 9

--! select Case.in5 5 390
SELECT id, case_no, status FROM t_case WHERE id IN (#{id*5})

--! update Todo.finish 1 480
UPDATE t_todo SET done = true, done_at = #{time}, done_by = #{user} WHERE id = #{id} AND done = false

--! insert Notice.send 1 610 batch
INSERT INTO t_notice (id, user_id, title, body, link, created_at) VALUES (#{seq}, #{user}, #{note}, #{nullnote}, #{path}, #{time})

--! select Evidence.list 10 430
SELECT e.id, e.name, e.kind, e.pages, e.submitted_by, e.submitted_at
  FROM t_evidence e
  LEFT JOIN t_doc d ON d.id = e.doc_id
 WHERE e.case_id = #{id} AND d.deleted = false
 ORDER BY e.submitted_at DESC

--! select Case.graph 3 900 nested=Party.byCase
SELECT c.id, c.case_no, c.cause FROM t_case c WHERE c.judge_id = #{user} AND c.status < #{small} ORDER BY c.id LIMIT 3

--! delete Session.expire 40 1500
DELETE FROM t_session WHERE expires_at < #{time} AND user_id <> #{user}

--! select Case.listByJudge 20 2600
SELECT t.id, t.case_no, t.cause, t.filed_on, t.amount
  FROM t_case t
 WHERE t.judge_id = #{user}
   AND t.status = (SELECT d.code::int FROM t_dict d WHERE d.type = 'case_status' AND d.label = '已立案' LIMIT 1)
   AND t.filed_on > #{date}
 ORDER BY t.filed_on
 LIMIT #{limit} OFFSET #{offset}

--! insert Party.add 1 560 batch
INSERT INTO t_party
       (id, case_id, name, role, id_no, phone, address, lawyer)
VALUES (#{seq}, #{id}, #{name}, #{role}, #{idno}, #{phone}, #{address}, #{nullname})

--! select Search.byParty 50 5200
SELECT c.id, c.case_no, p.name
  FROM t_case c JOIN t_party p ON p.case_id = c.id
 WHERE p.name LIKE #{like} AND c.court_id = #{small}
 ORDER BY c.id DESC LIMIT #{limit}

--! update Doc.annotate 1 820
UPDATE t_doc SET meta = coalesce(meta, '{}'::jsonb) || jsonb_build_object('note', #{note}::text, 'by', '{"app":"court|web"}') WHERE id = #{id}

--! select Search.cn 30 4100
select a.案号, a.案由, a.承办人, a.立案日期 from v_案件检索 a where a.承办人 = #{name} and a.立案日期 >= #{date} order by a.立案日期 desc

--! insert Delivery.add 1 590 batch
INSERT INTO t_delivery (id, case_id, party_id, doc_id, way, address, state) VALUES (#{seq}, #{id}, #{id}, #{id}, #{code}, #{address}, 0)

--! delete Todo.purge 5 780
DELETE FROM t_todo t WHERE t.done AND t.done_at < #{time} AND t.owner_id = #{user}

--! select Case.in20 20 950
SELECT c.id, c.case_no, c.status, c.judge_id
  FROM t_case c
 WHERE c.id IN (#{id*20})

--! select Hearing.week 40 1900
/* 排庭表 */ SELECT h.id, h.starts_at, h.ends_at, r.name AS room, c.case_no, j.display_name AS judge
  FROM t_hearing h
  JOIN t_room r ON r.id = h.room_id
  JOIN t_case c ON c.id = h.case_id
  LEFT JOIN t_user j ON j.id = c.judge_id
 WHERE h.starts_at >= #{date} AND h.starts_at < #{date} + interval '7 days'
   AND r.court_id = #{small}
 ORDER BY h.starts_at, r.name

--! update Hearing.move 1 860
UPDATE t_hearing
   SET room_id = #{small},
       starts_at = #{time},
       ends_at = #{time},
       moved_by = #{user},
       reason = #{note}
 WHERE id = #{id}
   AND NOT EXISTS (SELECT 1 FROM t_hearing o WHERE o.room_id = #{small} AND o.starts_at < #{time} AND o.ends_at > #{time})

--! select Doc.text 1 1300
SELECT d.id, d.title, t.body FROM t_doc d JOIN t_doc_text t ON t.doc_id = d.id WHERE d.sha256 = #{sha}

--! insert Case.file 1 1100
INSERT INTO t_case
       (id, case_no, case_type, cause, status, court_id, judge_id, clerk_id, plaintiff, defendant, amount, filed_on, accepted_on, created_at, updated_at, version, remark)
VALUES (#{seq}, #{caseno}, #{small}, #{cause}, 1, #{small}, #{user}, #{user}, #{name}, #{name}, #{amount}, #{date}, #{date}, #{time}, #{time}, 0, #{nullnote})

--! select Calendar.holidays 30 240
select day, label from t_calendar where court_id = #{small} and day between #{date} and #{date} and kind = 'holiday'

--! update Fee.pay 1 690 batch
UPDATE t_fee SET paid = #{amount}, paid_at = #{time}, receipt_no = #{seq}, state = 2 WHERE id = #{id} AND state IN (0, 1)

--! select Report.byCourt 60 21000
SELECT k.name, count(*) AS cases, sum(c.amount) AS amount,
       count(*) FILTER (WHERE c.closed_on IS NOT NULL) AS closed,
       avg(c.closed_on - c.filed_on) AS days
  FROM t_case c
  JOIN t_court k ON k.id = c.court_id
 WHERE c.filed_on BETWEEN #{date} AND #{date}
 GROUP BY k.name
HAVING count(*) > #{small}
 ORDER BY cases DESC

--! other Case.lock 1 200
LOCK TABLE t_case_no_counter IN SHARE ROW EXCLUSIVE MODE

--! select CaseNo.next 1 330
SELECT nextval('s_case_no_' || #{court}::text) AS n, to_char(#{date}::date, 'YYYY') AS year

--! insert Doc.add 1 980 batch
INSERT INTO t_doc (id, case_id, title, kind, size_bytes, sha256, mime, stored_at, uploaded_by)
VALUES (#{seq}, #{id}, #{title}, #{dockind}, #{int}, #{sha}, 'application/pdf', #{path}, #{user})
ON CONFLICT (sha256) DO UPDATE SET case_id = EXCLUDED.case_id, uploaded_by = EXCLUDED.uploaded_by

--! select Party.conflicts 10 7400
SELECT DISTINCT p.name, p.id_no, c.case_no
  FROM t_party p
  JOIN t_case c ON c.id = p.case_id
 WHERE p.id_no IN (SELECT q.id_no FROM t_party q WHERE q.case_id = #{id})
   AND p.case_id <> #{id}
   AND c.status NOT IN (7, 8, 9)

--! select Case.page 20 3300
SELECT * FROM (
    SELECT c.*, row_number() OVER (ORDER BY c.filed_on DESC, c.id) AS rn
      FROM t_case c
     WHERE c.court_id = #{small}
       AND c.case_type = #{small}
       AND (c.plaintiff LIKE #{like} OR c.defendant LIKE #{like})
) x
 WHERE x.rn > #{offset} AND x.rn <= #{offset}

--! call Stat.refresh 0 14000
{call court_stat.refresh_case_statistics(#{small}, #{date}, #{date}, 'full')}

--! delete Notice.clean 200 2400
DELETE FROM t_notice n USING t_user u WHERE u.id = n.user_id AND u.court_id = #{small} AND n.read_at < #{time}

--! select Ancestors.ofCourt 4 540
WITH RECURSIVE up (id, parent_id, name, depth) AS (
    SELECT k.id, k.parent_id, k.name, 0 FROM t_court k WHERE k.code = #{court}
    UNION ALL
    SELECT k.id, k.parent_id, k.name, up.depth + 1 FROM t_court k JOIN up ON up.parent_id = k.id
)
SELECT id, name, depth FROM up ORDER BY depth

--! update User.login 1 420
UPDATE t_user SET last_login = #{time}, last_ip = #{ip}, failures = 0 WHERE id = #{user}

--! select Trial.workload 25 17000
WITH open_cases AS (
    SELECT c.judge_id, count(*) AS n, sum(c.amount) AS amount
      FROM t_case c
     WHERE c.court_id = #{small} AND c.closed_on IS NULL
     GROUP BY c.judge_id
), hearings AS (
    SELECT c.judge_id, count(*) AS n
      FROM t_hearing h JOIN t_case c ON c.id = h.case_id
     WHERE h.starts_at BETWEEN #{time} AND #{time}
     GROUP BY c.judge_id
)
SELECT u.id, u.display_name, coalesce(o.n, 0) AS open_cases, coalesce(h.n, 0) AS hearings, o.amount
  FROM t_user u
  LEFT JOIN open_cases o ON o.judge_id = u.id
  LEFT JOIN hearings h ON h.judge_id = u.id
 WHERE u.court_id = #{small} AND u.kind = 'judge'
 ORDER BY open_cases DESC, u.display_name
 LIMIT #{limit}

--! insert Audit.copy 30 6100
INSERT INTO t_case_history (case_id, status, judge_id, amount, version, copied_at)
SELECT c.id, c.status, c.judge_id, c.amount, c.version, #{time}
  FROM t_case c
 WHERE c.updated_at > #{time}
   AND NOT EXISTS (SELECT 1 FROM t_case_history h WHERE h.case_id = c.id AND h.version = c.version)

--! select Mail.pending 50 730
SELECT m.id, m.recipient, m.subject FROM t_mail m WHERE m.state = 0 AND m.tries < #{small} ORDER BY m.id LIMIT 50 FOR UPDATE SKIP LOCKED

--! update Mail.sent 1 370 batch
UPDATE t_mail SET state = 1, sent_at = #{time}, message_id = #{seq} WHERE id = #{id} -- 发送完毕

--! merge Balance.merge 1 1200
MERGE INTO t_balance b
USING (SELECT #{id}::bigint AS case_id, #{amount}::numeric AS amount) s
   ON b.case_id = s.case_id
 WHEN MATCHED THEN UPDATE SET amount = b.amount + s.amount, changed_at = #{time}
 WHEN NOT MATCHED THEN INSERT (case_id, amount, changed_at) VALUES (s.case_id, s.amount, #{time})

--! select Case.in50 50 1700
SELECT c.id, c.case_no, c.cause, c.status, c.amount FROM t_case c WHERE c.status <> 9 AND c.id IN (#{id*50})

--! select Case.full 1 2200
SELECT c.id AS c_id, c.case_no AS c_case_no, c.case_type AS c_case_type, c.cause AS c_cause, c.status AS c_status,
       c.court_id AS c_court_id, c.judge_id AS c_judge_id, c.clerk_id AS c_clerk_id, c.plaintiff AS c_plaintiff,
       c.defendant AS c_defendant, c.amount AS c_amount, c.filed_on AS c_filed_on, c.accepted_on AS c_accepted_on,
       c.closed_on AS c_closed_on, c.created_at AS c_created_at, c.updated_at AS c_updated_at, c.version AS c_version,
       k.name AS k_name, k.level AS k_level, k.code AS k_code,
       j.display_name AS j_display_name, j.title AS j_title, s.display_name AS s_display_name,
       (SELECT count(*) FROM t_doc d WHERE d.case_id = c.id AND d.deleted = false) AS docs,
       (SELECT count(*) FROM t_hearing h WHERE h.case_id = c.id AND h.ends_at < now()) AS held,
       (SELECT min(h.starts_at) FROM t_hearing h WHERE h.case_id = c.id AND h.starts_at >= now()) AS next_hearing,
       (SELECT sum(f.amount) FROM t_fee f WHERE f.case_id = c.id AND f.state IN (0, 1)) AS due,
       (SELECT string_agg(p.name, '、' ORDER BY p.id) FROM t_party p WHERE p.case_id = c.id AND p.role = '原告') AS plaintiffs,
       (SELECT string_agg(p.name, '、' ORDER BY p.id) FROM t_party p WHERE p.case_id = c.id AND p.role = '被告') AS defendants
  FROM t_case c
  JOIN t_court k ON k.id = c.court_id
  LEFT JOIN t_user j ON j.id = c.judge_id
  LEFT JOIN t_user s ON s.id = c.clerk_id
 WHERE c.id = #{id}

--! select Judge.free 15 3900
SELECT u.id, u.display_name
  FROM t_user u
 WHERE u.kind = 'judge' AND u.court_id = #{small}
EXCEPT
SELECT u.id, u.display_name
  FROM t_user u JOIN t_case c ON c.judge_id = u.id JOIN t_hearing h ON h.case_id = c.id
 WHERE h.starts_at < #{time} AND h.ends_at > #{time}

--! update Case.assign 8 3100
UPDATE t_case c
   SET judge_id = w.id, status = 2, updated_at = #{time}
  FROM (SELECT u.id, row_number() OVER (ORDER BY u.load, u.id) AS rn FROM t_user u WHERE u.kind = 'judge' AND u.court_id = #{small}) w
 WHERE c.court_id = #{small} AND c.judge_id IS NULL AND w.rn = 1 + c.id % 8

--! select Search.any 50 9800
SELECT id, kind, label FROM (
    SELECT c.id, 'case' AS kind, c.case_no || ' ' || c.cause AS label FROM t_case c WHERE c.case_no LIKE #{like} OR c.cause LIKE #{like}
    UNION ALL
    SELECT p.case_id, 'party', p.name || '（' || p.role || '）' FROM t_party p WHERE p.name LIKE #{like}
    UNION ALL
    SELECT d.case_id, 'doc', d.title FROM t_doc d WHERE d.title LIKE #{like} AND d.deleted = false
    UNION ALL
    SELECT e.case_id, 'evidence', e.name FROM t_evidence e WHERE e.name LIKE #{like}
) hits
 ORDER BY kind, label
 LIMIT #{limit} OFFSET #{offset}

--! ddl Tmp.create 0 2800
CREATE TEMPORARY TABLE IF NOT EXISTS tmp_case_ids (id bigint PRIMARY KEY, rank int NOT NULL DEFAULT 0) ON COMMIT DROP

--! insert Tmp.fill 10 640
INSERT INTO tmp_case_ids (id) VALUES (#{id}), (#{id}), (#{id}), (#{id}), (#{id}), (#{id}), (#{id}), (#{id}), (#{id}), (#{id})

--! select Tmp.join 10 880
SELECT c.id, c.case_no, t.rank FROM tmp_case_ids t JOIN t_case c ON c.id = t.id ORDER BY t.rank DESC, c.id

--! select Delivery.late 40 4600
SELECT v.id, v.case_id, p.name, p.phone, v.way, v.address,
       CASE WHEN v.tries > 3 THEN '公告送达' WHEN v.way = 'E' THEN '电子送达' ELSE '邮寄送达' END AS next_way
  FROM t_delivery v
  JOIN t_party p ON p.id = v.party_id
 WHERE v.state = 0
   AND v.sent_at < #{time}
   AND (v.answered_at IS NULL OR v.answered_at > #{time})
   AND v.case_id IN (SELECT c.id FROM t_case c WHERE c.court_id = #{small} AND c.judge_id = #{user})
 ORDER BY v.sent_at

--! delete Doc.orphans 20 5300
DELETE FROM t_doc_text x WHERE NOT EXISTS (SELECT 1 FROM t_doc d WHERE d.id = x.doc_id) AND x.created_at < #{time}

--! select Report.monthly 12 38000
WITH months AS (
    SELECT generate_series(date_trunc('month', #{date}::timestamp), date_trunc('month', #{date}::timestamp), interval '1 month') AS m
), filed AS (
    SELECT date_trunc('month', c.filed_on) AS m, c.case_type, count(*) AS n, sum(c.amount) AS amount
      FROM t_case c
     WHERE c.court_id IN (SELECT k.id FROM t_court k WHERE k.code LIKE #{court} || '%')
       AND c.filed_on >= #{date}
     GROUP BY 1, 2
), closed AS (
    SELECT date_trunc('month', c.closed_on) AS m, c.case_type, count(*) AS n,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY c.closed_on - c.filed_on) AS median_days
      FROM t_case c
     WHERE c.court_id IN (SELECT k.id FROM t_court k WHERE k.code LIKE #{court} || '%')
       AND c.closed_on >= #{date}
     GROUP BY 1, 2
), fees AS (
    SELECT date_trunc('month', f.paid_at) AS m, sum(f.paid) AS paid
      FROM t_fee f
     WHERE f.state = 2 AND f.paid_at >= #{date}
     GROUP BY 1
)
SELECT to_char(months.m, 'YYYY-MM') AS month,
       t.label AS case_type,
       coalesce(filed.n, 0) AS filed,
       coalesce(closed.n, 0) AS closed,
       coalesce(filed.n, 0) - coalesce(closed.n, 0) AS balance,
       sum(coalesce(filed.n, 0) - coalesce(closed.n, 0)) OVER (PARTITION BY t.code ORDER BY months.m) AS pending,
       closed.median_days,
       coalesce(filed.amount, 0) AS amount,
       fees.paid,
       CASE WHEN coalesce(filed.n, 0) = 0 THEN NULL
            WHEN closed.n >= filed.n THEN '良好'
            ELSE '积压' END AS verdict,
       rank() OVER (PARTITION BY months.m ORDER BY coalesce(filed.n, 0) DESC) AS by_filed,
       rank() OVER (PARTITION BY months.m ORDER BY coalesce(closed.n, 0) DESC) AS by_closed
  FROM months
 CROSS JOIN (SELECT code::int AS code, label FROM t_dict WHERE type = 'case_type') t
  LEFT JOIN filed ON filed.m = months.m AND filed.case_type = t.code
  LEFT JOIN closed ON closed.m = months.m AND closed.case_type = t.code
  LEFT JOIN fees ON fees.m = months.m
 WHERE t.code < #{small}
 ORDER BY months.m, t.code

--! update Party.merge 6 1900
UPDATE t_party SET id_no = #{idno}, phone = #{phone}, address = #{address}
 WHERE name = #{name} AND (id_no IS NULL OR id_no = '' OR id_no = #{idno}) AND case_id IN (#{id*3})

--! select Stat.byCause 30 26000
/* 案由统计 */
SELECT c.cause, extract(year FROM c.filed_on) AS y, count(*) AS n
  FROM t_case c WHERE c.filed_on >= '2020-01-01' AND c.court_id = 7 AND c.amount > 100000.00
 GROUP BY GROUPING SETS ((c.cause, extract(year FROM c.filed_on)), (c.cause), ())

--! select Seal.check 1 480
select s.id, s.holder, s.valid_to from t_seal s where s.serial = #{uuid} and s.revoked = #{flag} and #{date} between s.valid_from and s.valid_to

--! insert Seal.use 1 570 batch
INSERT INTO t_seal_use (seal_id, doc_id, used_by, used_at, digest, serial) VALUES (#{id}, #{id}, #{user}, #{time}, #{sha}, #{seq})

--! select Quoted.byBarcode 1 350
SELECT "b"."案号", "b"."order" FROM "v_barcode" AS "b" WHERE "b"."code" = #{barcode} AND "b"."type" = 'A|1'

--! select Archive.volume 100 6700
SELECT v.id, v.no, v.pages, v.shelf, b.borrower, b.due_on
  FROM t_volume v
  LEFT JOIN LATERAL (
       SELECT x.borrower, x.due_on FROM t_borrow x WHERE x.volume_id = v.id AND x.returned_on IS NULL ORDER BY x.due_on DESC LIMIT 1
  ) b ON true
 WHERE v.archive_year = #{year} AND v.shelf LIKE #{like} AND (b.due_on IS NULL OR b.due_on < #{date})
 ORDER BY v.shelf, v.no

--! other Search.settings 0 90
SET LOCAL statement_timeout = '30s' /* nightly search index */
