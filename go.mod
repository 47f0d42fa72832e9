module jdbclog

go 1.26
