// Command jdbclog turns the SQL logs of Java applications into rows in
// PostgreSQL, and shows what is in them.
package main

import (
	"context"
	"os"
)

func main() {
	ctx := stopOnSignal(context.Background(), os.Exit)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
