#!/bin/sh
# Loads logs that P6Spy, log4jdbc and MyBatis wrote into a private server, and shows the statements that took longest.
set -eu
cd "$(dirname "$0")/.."

data=build/demo
if [ "$(id -u)" = 0 ]; then
	data=/var/lib/jdbclog-demo # As root the server runs as another user, whom this folder may be closed to.
fi

# A load into a folder of an earlier demo would find everything there already.
bin/jdbclog db stop --data-dir "$data"
rm -rf "$data"

run() {
	echo
	echo "\$ $*"
	"$@"
}

run bin/jdbclog load --data-dir "$data" testdata/demo
run bin/jdbclog db psql --data-dir "$data" <<'SQL'
select round(max(r.n_runtime_us) / 1000.0, 1) as longest_ms,
       round(sum(r.n_runtime_us) / 1000.0, 1) as total_ms,
       count(*) as calls,
       left(regexp_replace(min(c.c_pssql_text), '\s+', ' ', 'g'), 80) as statement
from t_jdbc_sql_record r
join t_jdbc_sql_content c on c.c_bh = r.c_bh_sql
where r.n_runtime_us is not null
group by r.c_pssql_hash
order by 1 desc, 2 desc
limit 10;
SQL
