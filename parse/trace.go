package parse

import "bytes"

// cutTrace takes a Java stack trace off the end of s: the line of the exception
// and the frames behind it. trace is nil if there is none.
func cutTrace(s []byte) (text, trace []byte) {
	at := bytes.Index(s, []byte("\n\tat "))
	if at < 0 {
		return s, nil
	}
	head := bytes.LastIndexByte(s[:at], '\n')
	if !isThrown(s[head+1 : at]) {
		return trimCR(s[:at]), s[at+1:]
	}
	if head < 0 {
		return nil, s
	}
	return trimCR(s[:head]), s[head+1:]
}

// isThrown reports whether line names an exception, as Throwable.toString does:
// a class, and perhaps a colon and a message.
func isThrown(line []byte) bool {
	class, _, _ := bytes.Cut(trimCR(line), []byte(":"))
	if len(class) < 9 || bytes.IndexByte(class, '.') < 0 || bytes.ContainsAny(class, " \t'\"(),") {
		return false
	}
	return bytes.HasSuffix(class, []byte("Exception")) || bytes.HasSuffix(class, []byte("Error")) || bytes.HasSuffix(class, []byte("Throwable"))
}

// plumbing are packages between an application and its driver.
var plumbing = [...]string{
	"com.p6spy.", "java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.", "kotlin.", "scala.", "groovy.", "org.codehaus.groovy.",
	"org.springframework.", "org.hibernate.", "org.apache.ibatis.", "org.mybatis.", "com.baomidou.", "tk.mybatis.", "com.github.pagehelper.",
	"com.zaxxer.hikari.", "com.alibaba.druid.", "org.apache.commons.dbcp", "org.apache.tomcat.", "com.mchange.", "org.jooq.", "org.eclipse.persistence.",
	"org.apache.openjpa.", "com.querydsl.", "net.sf.log4jdbc.", "net.ttddyy.", "com.github.gavlyukovskiy.", "org.postgresql.", "com.mysql.", "oracle.",
	"org.mariadb.", "com.microsoft.", "org.h2.",
}

// caller returns the first frame of a stack trace that is the application's,
// "com.x.Y.z(Y.java:12)"; the first of all if none is, nil if there is no frame.
func caller(trace []byte) (first []byte) {
	for len(trace) > 0 {
		var line []byte
		line, trace = cutLine(trace)
		frame, ok := bytes.CutPrefix(line, []byte("\tat "))
		if !ok || len(frame) == 0 {
			continue
		}
		if first == nil {
			first = frame
		}
		if !isPlumbing(frame) {
			return frame
		}
	}
	return first
}

// isPlumbing reports whether the frame is of a framework, or of generated code.
func isPlumbing(frame []byte) bool {
	if i := bytes.IndexByte(frame, '/'); i > 0 && i < bytes.IndexByte(frame, '(') {
		frame = frame[bytes.LastIndexByte(frame[:bytes.IndexByte(frame, '(')], '/')+1:] // app//com.x.Y.z(..), java.base/java.lang.X.y(..)
	}
	for _, p := range plumbing {
		if len(frame) >= len(p) && string(frame[:len(p)]) == p {
			return true
		}
	}
	name := frame[:max(0, bytes.IndexByte(frame, '('))]
	return bytes.Contains(name, []byte("$Proxy")) || bytes.Contains(name, []byte("$$"))
}
