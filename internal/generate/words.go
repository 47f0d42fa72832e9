package generate

// The words that values are made of. The notes have what makes parsers stumble: quotes, pipes, question marks, backslashes, commas.
var (
	surnames = []string{"王", "李", "张", "刘", "陈", "杨", "赵", "黄", "周", "吴", "徐", "孙", "胡", "朱", "高", "林", "何", "郭", "马", "欧阳"}
	given    = []string{"伟", "芳", "娜", "敏", "静", "丽", "强", "磊", "军", "洋", "勇", "艳", "杰", "娟", "涛", "明", "超", "霞", "平", "刚", "桂", "英", "华", "文"}
	logins   = []string{"wangwei", "lifang", "zhangmin", "liuyang", "chenjie", "yangli", "zhaolei", "huangtao", "zhouchao", "wuxia"}
	codes    = []string{"case_type", "case_status", "judgment", "LA01", "SL02", "KT03", "JA04", "SD05", "GD06", "fee_kind", "party_role", "E", "P"}

	roles     = []string{"原告", "被告", "第三人", "witness"}
	caseTypes = []string{"民初", "民终", "刑初", "行初", "执", "民特", "破申"}
	causes    = []string{"买卖合同纠纷", "民间借贷纠纷", "离婚纠纷", "机动车交通事故责任纠纷", "劳动争议", "房屋租赁合同纠纷", "物业服务合同纠纷", "侵害商标权纠纷", "建设工程施工合同纠纷", "继承纠纷"}
	titles    = []string{"起诉状", "答辩状", "证据目录", "传票", "开庭笔录", "判决书", "裁定书", "送达回证", "授权委托书"}
	streets   = []string{"北京市朝阳区建国路", "北京市海淀区中关村大街", "北京市西城区复兴门内大街", "上海市浦东新区世纪大道", "天津市和平区南京路", "Unit 5, Queen's Road No. "}

	notes = []string{
		"已电话通知原告代理人", "当事人申请延期开庭，理由：出差", "调解成功，制作调解书", "缺席判决", "请于三日内补正材料（身份证复印件）",
		"It's pending | see C:\\docs\\431.pdf", "why? because ? and ??", "O'Brien & partners, counsel for the defendant", "100% 同意",
		"approved", "returned to sender, second attempt", "转交审判庭；附卷宗3册", "快递已签收 😀", "see {\"ref\":\"A|17\"}", "no objection",
	}
)
