package parse

import "testing"

func TestPasswordsInURLsAreMasked(t *testing.T) {
	f := func(url, want string) {
		t.Helper()
		if got := string(appendMaskedURL(nil, []byte(url))); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", url, got, want)
		}
	}
	f("jdbc:postgresql://db.test:5432/shop", "jdbc:postgresql://db.test:5432/shop")
	f("jdbc:postgresql://db.test/shop?user=rook&password=s3cret&ssl=true", "jdbc:postgresql://db.test/shop?user=rook&password=***&ssl=true")
	f("jdbc:postgresql://db.test/shop?user=rook&sslpassword=a%26b", "jdbc:postgresql://db.test/shop?user=rook&sslpassword=***")
	f("jdbc:mysql://rook:s3cr@t@db.test:3306/shop?useSSL=false", "jdbc:mysql://rook:***@db.test:3306/shop?useSSL=false")
	f("jdbc:mysql://rook@db.test:3306/shop", "jdbc:mysql://rook@db.test:3306/shop")
	f("jdbc:mysql://(host=db.test,port=3306,user=rook,password=s3cret)/shop", "jdbc:mysql://(host=db.test,port=3306,user=rook,password=***)/shop")
	f("jdbc:mysql://address=(host=db.test)(password=s3cret)/shop", "jdbc:mysql://address=(host=db.test)(password=***)/shop")
	f("jdbc:sqlserver://db.test:1433;databaseName=x;user=rook;password={s3;cr}}et};encrypt=true", "jdbc:sqlserver://db.test:1433;databaseName=x;user=rook;password=***;encrypt=true")
	f("jdbc:sqlserver://db.test;trustStorePassword=a;Password = b", "jdbc:sqlserver://db.test;trustStorePassword=***;Password =***")
	f("jdbc:oracle:thin:rook/s3cret@db.test:1521:orcl", "jdbc:oracle:thin:rook/***@db.test:1521:orcl")
	f("jdbc:oracle:thin:rook/s3@cr@//db.test:1521/shop", "jdbc:oracle:thin:rook/***@//db.test:1521/shop")
	f("jdbc:oracle:thin:@//db.test:1521/shop", "jdbc:oracle:thin:@//db.test:1521/shop")
	f("jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db.test)(PORT=1521)))", "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db.test)(PORT=1521)))")
	f("jdbc:p6spy:oracle:oci:rook/s3cret@shop", "jdbc:p6spy:oracle:oci:rook/***@shop")
	f("jdbc:db2://db.test:50000/shop:user=rook;password=s3cret;", "jdbc:db2://db.test:50000/shop:user=rook;password=***;")
	f("jdbc:h2:mem:t;USER=sa;PASSWORD='a b;c'", "jdbc:h2:mem:t;USER=sa;PASSWORD=***")
	f("jdbc:clickhouse://db.test/?access_token=abc&secretAccessKey=d", "jdbc:clickhouse://db.test/?access_token=***&secretAccessKey=***")
	f("jdbc:x:y;password={open", "jdbc:x:y;password=***")
	f("", "")
	f("=", "=")
	f("password=", "password=***")
}
