package parse

// How long, in bytes of the file, a queue keeps others waiting for a record that
// may still change, and how long such a record is kept at all.
const (
	queueReach    = 256 << 10
	queuePatience = 16 << 20
)

// queue is a Holder whose records leave in the order of their last lines: by
// age stands here for by the item that reached a record last. A record that is
// settled leaves when it comes to the front. One that is not keeps those behind
// it waiting, unless it is Idle or has been left alone for queueReach; then
// others pass, and it leaves when it is settled.
//
// Folders push, touch, settle and drop through the queue's own methods, and call
// due after each item.
type queue struct {
	Holder
	front *Held // those before it let others pass
}

// push holds r on top of key's stack, at the end of the queue.
func (q *queue) push(key []byte, r *Record) *Held {
	x := q.Push(key, r)
	if q.front == nil {
		q.front = x
	}
	return x
}

// touch counts r, the item just read, to x, which goes to the end of the queue.
func (q *queue) touch(x *Held, r *Record) {
	q.renew(x, r)
	q.Changed(x)
}

// renew is touch for a caller that tells of changes itself.
func (q *queue) renew(x *Held, r *Record) {
	q.pass(x)
	q.unlink(x)
	q.link(x)
	if q.front == nil {
		q.front = x
	}
	x.Last, x.passed = r.Offset, false
	x.Lines += r.Lines
	x.EndLine = max(x.EndLine, r.EndLine)
}

// pass makes the front go by x.
func (q *queue) pass(x *Held) {
	if q.front == x {
		q.front = x.next
	}
}

// settle says that nothing more will be joined to x. If others have passed it
// there is nothing to wait for: it is emitted.
func (q *queue) settle(x *Held, out *Out) {
	q.Settle(x)
	if x.passed {
		out.Emit(&x.Record)
		q.drop(x)
	}
}

// drop lets go of x.
func (q *queue) drop(x *Held) {
	q.pass(x)
	q.Drop(x)
}

// due returns the next record that is to leave, nil if all are to wait. It is
// settled, or has been left alone for too long. offset is where the file has
// come to. The caller emits it, or not, and drops it.
func (q *queue) due(offset int64) *Held {
	if x := q.Oldest(); x != nil && x.passed && offset-x.Last > queuePatience {
		return x
	}
	for x := q.front; x != nil; x = q.front {
		if x.Settled() {
			return x
		}
		if !x.Idle && offset-x.Last <= queueReach {
			return nil
		}
		x.passed = true
		q.front = x.next
	}
	return nil
}
