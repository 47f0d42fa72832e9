package sqltext

// kw is a word that a rule knows. kwNone is any other.
type kw uint8

// flag says how a word behaves in a text.
type flag uint8

const (
	reserved flag = 1 << iota // no operand: what follows is a value, a name or a parenthesis, not a binary operator
	clause                    // ends a list of values
	follows                   // can follow a literal
	skips                     // may stand between FROM, INTO, UPDATE … and the name of the table
	wraps                     // its parenthesis is its own, as in IN (1), and stays around a single value
	lists                     // what follows is the first element of a list
)

const (
	kwNone kw = iota
	kwAbort
	kwAll
	kwAlter
	kwAnd
	kwAny
	kwApply
	kwArray
	kwAs
	kwAsc
	kwBegin
	kwBetween
	kwBit
	kwBy
	kwCall
	kwCase
	kwCharacter
	kwCollate
	kwComment
	kwCommit
	kwConcurrent
	kwConcurrently
	kwCopy
	kwCreate
	kwCross
	kwDate
	kwDeclare
	kwDefault
	kwDeferred
	kwDelete
	kwDesc
	kwDistinct
	kwDiv
	kwDo
	kwDouble
	kwDrop
	kwDumpfile
	kwElse
	kwEnd
	kwEscape
	kwExcept
	kwExclusive
	kwExec
	kwExecute
	kwExists
	kwExplain
	kwFalse
	kwFetch
	kwFor
	kwFrom
	kwFull
	kwFunction
	kwGlobal
	kwGrant
	kwGroup
	kwHaving
	kwIf
	kwIgnore
	kwIlike
	kwImmediate
	kwIn
	kwInfinity
	kwInner
	kwInsert
	kwIntersect
	kwInterval
	kwInto
	kwIs
	kwIsNot // not a word: NOT behind IS or behind an operand
	kwIsolation
	kwJoin
	kwLateral
	kwLeft
	kwLike
	kwLimit
	kwLocal
	kwLock
	kwLowPriority
	kwMaterialized
	kwMerge
	kwMinus
	kwNan
	kwNatural
	kwNot
	kwNull
	kwNulls
	kwOf
	kwOffset
	kwOn
	kwOnly
	kwOr
	kwOrder
	kwOrdinality
	kwOuter
	kwOutfile
	kwOver
	kwPartition
	kwPrepare
	kwRead
	kwRecursive
	kwReferences
	kwRegexp
	kwRelease
	kwRename
	kwReplace
	kwReturn
	kwReturning
	kwRevoke
	kwRight
	kwRlike
	kwRollback
	kwSavepoint
	kwSchema
	kwSelect
	kwSequence
	kwSession
	kwSet
	kwSimilar
	kwStart
	kwStraightJoin
	kwTable
	kwThen
	kwTime
	kwTimestamp
	kwToDate
	kwToTimestamp
	kwTop
	kwTran
	kwTransaction
	kwTrue
	kwTruncate
	kwUnion
	kwUpdate
	kwUsing
	kwValue
	kwValues
	kwWhen
	kwWhere
	kwWindow
	kwWith
	kwWork
	kwXor
	kwCount
)

// keywords is the table of known words, by number.
var keywords = [kwCount]struct {
	word  string
	flags flag
}{
	kwAbort: {"abort", 0}, kwAll: {"all", reserved | wraps | lists}, kwAlter: {"alter", 0}, kwAnd: {"and", reserved | follows}, kwAny: {"any", 0},
	kwApply: {"apply", 0}, kwArray: {"array", 0}, kwAs: {"as", reserved | follows | wraps}, kwAsc: {"asc", follows}, kwBegin: {"begin", 0},
	kwBetween: {"between", reserved | follows}, kwBit: {"bit", 0}, kwBy: {"by", reserved | lists}, kwCall: {"call", reserved},
	kwCase: {"case", reserved}, kwCharacter: {"character", 0}, kwCollate: {"collate", follows}, kwComment: {"comment", 0},
	kwCommit: {"commit", 0}, kwConcurrent: {"concurrent", 0}, kwConcurrently: {"concurrently", skips}, kwCopy: {"copy", 0},
	kwCreate: {"create", 0}, kwCross: {"cross", follows}, kwDate: {"date", 0}, kwDeclare: {"declare", 0}, kwDefault: {"default", reserved},
	kwDeferred: {"deferred", 0}, kwDelete: {"delete", reserved}, kwDesc: {"desc", follows}, kwDistinct: {"distinct", reserved | lists},
	kwDiv: {"div", reserved | follows}, kwDo: {"do", reserved}, kwDouble: {"double", 0}, kwDrop: {"drop", 0}, kwDumpfile: {"dumpfile", 0},
	kwElse: {"else", reserved | follows}, kwEnd: {"end", follows}, kwEscape: {"escape", reserved | follows},
	kwExcept: {"except", reserved | clause | follows}, kwExclusive: {"exclusive", 0}, kwExec: {"exec", 0}, kwExecute: {"execute", 0},
	kwExists: {"exists", reserved | wraps | skips}, kwExplain: {"explain", reserved}, kwFalse: {"false", 0},
	kwFetch: {"fetch", clause | follows}, kwFor: {"for", reserved | clause | follows}, kwFrom: {"from", reserved | clause | follows},
	kwFull: {"full", follows}, kwFunction: {"function", 0}, kwGlobal: {"global", 0}, kwGrant: {"grant", 0},
	kwGroup: {"group", clause | follows}, kwHaving: {"having", reserved | clause | follows}, kwIf: {"if", skips}, kwIgnore: {"ignore", skips},
	kwIlike: {"ilike", reserved | follows}, kwImmediate: {"immediate", 0}, kwIn: {"in", reserved | follows | wraps | lists},
	kwInfinity: {"infinity", 0}, kwNan: {"nan", 0}, kwInner: {"inner", clause | follows}, kwInsert: {"insert", reserved}, kwIntersect: {"intersect", reserved | clause | follows},
	kwInterval: {"interval", reserved}, kwInto: {"into", reserved | clause | follows}, kwIs: {"is", reserved | follows},
	kwIsNot: {"", reserved}, kwIsolation: {"isolation", 0}, kwJoin: {"join", reserved | clause | follows}, kwLateral: {"lateral", skips},
	kwLeft: {"left", clause | follows}, kwLike: {"like", reserved | follows}, kwLimit: {"limit", reserved | clause | follows | lists},
	kwLocal: {"local", 0}, kwLock: {"lock", 0}, kwLowPriority: {"low_priority", skips}, kwMaterialized: {"materialized", reserved | wraps},
	kwMerge: {"merge", reserved}, kwMinus: {"minus", clause | follows}, kwNatural: {"natural", clause | follows},
	kwNot: {"not", reserved | follows | skips}, kwNull: {"null", 0}, kwNulls: {"nulls", 0}, kwOf: {"of", 0},
	kwOffset: {"offset", reserved | clause | follows}, kwOn: {"on", reserved | clause | follows}, kwOnly: {"only", skips},
	kwOr: {"or", reserved | follows}, kwOrder: {"order", clause | follows}, kwOrdinality: {"ordinality", 0}, kwOuter: {"outer", 0},
	kwOutfile: {"outfile", 0}, kwOver: {"over", reserved | wraps}, kwPartition: {"partition", 0}, kwPrepare: {"prepare", 0}, kwRead: {"read", 0},
	kwRecursive: {"recursive", skips}, kwReferences: {"references", 0}, kwRegexp: {"regexp", reserved | follows}, kwRelease: {"release", 0},
	kwRename: {"rename", 0}, kwReplace: {"replace", 0}, kwReturn: {"return", reserved | lists}, kwReturning: {"returning", reserved | clause | follows | lists},
	kwRevoke: {"revoke", 0}, kwRight: {"right", clause | follows}, kwRlike: {"rlike", reserved | follows}, kwRollback: {"rollback", 0},
	kwSavepoint: {"savepoint", 0}, kwSchema: {"schema", 0}, kwSelect: {"select", reserved | follows | lists}, kwSequence: {"sequence", 0},
	kwSession: {"session", 0}, kwSet: {"set", reserved | clause | follows}, kwSimilar: {"similar", reserved | follows}, kwStart: {"start", 0},
	kwStraightJoin: {"straight_join", reserved}, kwTable: {"table", skips}, kwThen: {"then", reserved | follows}, kwTime: {"time", 0},
	kwTimestamp: {"timestamp", 0}, kwToDate: {"to_date", 0}, kwToTimestamp: {"to_timestamp", 0}, kwTop: {"top", lists}, kwTran: {"tran", 0}, kwTransaction: {"transaction", 0}, kwTrue: {"true", 0},
	kwTruncate: {"truncate", 0}, kwUnion: {"union", reserved | clause | follows}, kwUpdate: {"update", reserved},
	kwUsing: {"using", reserved | clause | wraps | follows}, kwValue: {"value", 0}, kwValues: {"values", reserved | wraps | follows | lists},
	kwWhen: {"when", reserved | follows}, kwWhere: {"where", reserved | clause | follows}, kwWindow: {"window", clause},
	kwWith: {"with", reserved | clause | follows}, kwWork: {"work", 0}, kwXor: {"xor", reserved | follows},
}
