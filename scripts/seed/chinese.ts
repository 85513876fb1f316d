import type { Chance } from './chance.ts'

const words = (text: string) => text.trim().split(/\s+/)

export const places =
  words(`北码头 东湖区 南山 青石巷 西塘 白鹭洲 临江镇 云岭 海棠路 望江门 老城区 新港 梅溪 桃花渡 长乐坊 龙泉
  金沙湾 紫竹院 柳河 石桥镇 双井 永安里 红枫谷 清水河 大明湖 凤凰岭 朝阳门 月亮湾 松江 百花洲`)
export const subjects =
  words(`市议会 港务局 图书馆 小学生们 面包师傅 电车公司 划船俱乐部 退休工程师 市医院 交响乐团 消防队 渔民
  历史博物馆 植物园 剧院 气象台 房管局 年轻发明家 守桥人 教育委员会 摊贩们 自来水公司 大学 法院 养蜂人 足球队 志愿者 合唱团
  邮递员 科考站 骑手 电影院 社区 市长 船员 农民 游泳爱好者 档案馆 天文台 酿酒师`)
const verbs =
  words(`开放了 关闭了 重建了 测量了 保护了 质疑了 修复了 出售了 粉刷了 绘制了 挽救了 搬迁了 庆祝了 记录了 维修了
  推迟了 规划了 失去了 发现了 清点了 分享了 测试了 更换了 解释了 纪念了 赢得了 检查了 翻译了`)
export const objects =
  words(`老灯塔 新电车线 夏日音乐节 冬季时刻表 一百张地图 沿河步道 学校食堂 末班渡轮 一部被遗忘的电影 菜市场
  潮位仪 最老的船 屋顶花园 自行车道 钟楼 水塔 三座桥 夜校 一箱书信 体育场 音乐厅 防洪堤 稀有的兰花 公交车站 阅览室 港口的灯
  铁路桥洞 采石场 停车规定 年度报告 回收站 果园 发电厂 扫雪车 菜园 望远镜 游泳池 税务所 夜班 面包房`)
const reasons =
  words(`经过漫长的争论 战后第一次 没有征求任何人的意见 由于天气原因 靠着地区的拨款 尽管有人抗议 赶在年底之前
  在一个安静的星期天早晨 以一半的价格 在邻居们的注视下 根据新的法律 趁着涨潮 当着四百位来宾的面 用借来的工具 在学校放假期间
  以一票之差 在午夜过后很久 在早高峰的时候 出乎所有人的意料 不到一个星期`)
const asides =
  words(`没有人想到会这么快。 “我们还会再来一次。” 数字将在春天公布。 超过一半的居民表示同意。 雨已经下了九天。
  月底之前可以上诉。 费用比换一个新屋顶还少。 专家建议大家耐心等待。 那里有咖啡，也有椅子。 当晚说过的话至今仍有争议。
  大门一直开到十点。 儿童免费。 此前的两次尝试都失败了。 图纸挂在市政厅里。 接下来要看预算。 秋天将作出决定。
  码头上飘着橘子的香味。 只差路灯了。 老照片显示了它从前的样子。 有人说是丑闻，有人说是开始。`)

const surnames = Array.from(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈',
)
const given = Array.from(
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红云峰雪琳晨宇浩然子轩梓涵思远嘉欣雨桐佳怡一诺书瑶若曦海棠松柏',
)
export const themes =
  words(`港口 电车 学校 河流 戏剧 足球 预算 选举 住房 气候 市场 花园 博物馆 骑行 音乐 电影 天气 渡轮 渔业
  科学 能源 健康 图书馆 法院 节日 美食 交通 大学 历史 体育 旅行 艺术 自然 读书 家庭 就业 房租 铁路 公园 蜜蜂`)
export const kinds =
  words(`本地 夏季 冬季 青年 老城 新区 公共 夜间 清晨 周末 北部 南部 东部 西部 绿色 开放 未来 往日 小型 大型
  隐秘 早期 免费 乡村 城市 沿海 现代 经典 每日 特别 实时 深度`)

export const personName = (chance: Chance): string =>
  chance.pick(surnames) + chance.pick(given) + (chance.oneIn(3) ? '' : chance.pick(given))

export const title = (chance: Chance): string => {
  const [subject, verb, object] = [chance.pick(subjects), chance.pick(verbs), chance.pick(objects)]
  switch (chance.below(4)) {
    case 0:
      return `${chance.pick(places)}：${subject}${verb}${object}`
    case 1:
      return `${personName(chance)}与${object}`
    case 2:
      return `${subject}为什么${chance.pick(reasons)}${verb}${object}`
    default:
      return `${subject}${verb}${object}`
  }
}

export const sentence = (chance: Chance): string => {
  if (chance.oneIn(4)) return chance.pick(asides)
  const core = `${chance.pick(subjects)}${verbOf(chance)}${chance.pick(objects)}`
  switch (chance.below(3)) {
    case 0:
      return `${chance.pick(reasons)}，${core}。`
    case 1:
      return `${personName(chance)}说，在${chance.pick(places)}，${core}。`
    default:
      return `${core}，${chance.pick(subjects)}也${verbOf(chance)}${chance.pick(objects)}。`
  }
}

const verbOf = (chance: Chance) => chance.pick(verbs)

const occasions =
  words(`夏日音乐节 港口日 第一场雪 早市 博物馆之夜 城市马拉松 春季庙会 赛艇大会 元宵灯会 消防开放日 电车线开通
  校园音乐会 足球决赛 河水上涨 书展 龙舟赛 年货市场 老城漫步 中秋晚会 丰收节`)

export const albumTitle = (chance: Chance, place: string, year: string): string => {
  const occasion = chance.pick(occasions)
  switch (chance.below(3)) {
    case 0:
      return place + occasion
    case 1:
      return `${year}年${place}${occasion}`
    default:
      return `${occasion}（${year}年）`
  }
}
