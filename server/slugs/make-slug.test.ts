import { expect, it } from 'vitest'
import { makePersonSlug, makeSlug, personSortName } from './make-slug.ts'

it.each([
  ['２０２６年两会', '2026-nian-liang-hui'],
  ['第１２３期：“新能源”周报', 'di-123-qi-xin-neng-yuan-zhou-bao'],
  ['ＡＢＣ公司', 'abc-gong-si'],
  ['银行行长说：“行”', 'yin-hang-hang-zhang-shuo-xing'],
  ['曾经的单位', 'ceng-jing-de-dan-wei'],
  ['Straße zum Café', 'strasse-zum-cafe'],
  ['？！', 'untitled'],
])('the slug of “%s” is %s', (title, slug) => expect(makeSlug(title, 'untitled')).toBe(slug))

it.each([
  ['单雄信', 'shan-xiong-xin'],
  ['曾国藩', 'zeng-guo-fan'],
  ['解晓东', 'xie-xiao-dong'],
  ['欧阳娜娜', 'ou-yang-na-na'],
  ['Ada Byron', 'ada-byron'],
])('a person called %s has the slug %s: a family name is read as one', (name, slug) =>
  expect(makePersonSlug(name, 'author')).toBe(slug),
)

it.each([
  ['王小明', 'wang xiao ming'],
  ['曾国藩', 'zeng guo fan'],
  ['王小明 Leo', 'wang xiao ming leo'],
  ['Ada Byron', ''],
  ['Leo 王', ''],
])('%s is sorted by “%s”', (name, sorted) => expect(personSortName(name, 120)).toBe(sorted))

it('a sorting name is no longer than it may be', () => expect(personSortName('庄庄', 9)).toBe('zhuang zh'))
