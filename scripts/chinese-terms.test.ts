import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const catalogs = globSync('web/**/locales/zh-CN.po', { cwd: root })
/** Every Chinese text, but for the names under which the search of everything also finds a screen. */
const texts = catalogs.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n\n')
    .filter((entry) => !/shell\/.*\n?/.test(file) || !/^msgid "[a-z]/m.test(entry))
    .flatMap((entry) => /^msgstr "(.*)"$/m.exec(entry)?.[1] ?? []),
)

it.each([
  ['账户|帐号|帐户', '账号'],
  ['静音', '静默'],
  ['警报', '告警'],
  ['站点', '网站'],
  ['载入', '加载'],
  ['(?<!在)后台', '控制台'],
  ['已排期', '已定时'],
  ['移入回收站|放入回收站', '移到回收站'],
  ['彻底删除', '永久删除'],
  ['登出', '退出登录'],
  ['健康状况', '运行状况'],
  ['回车', 'Enter'],
  ['你', '您'],
])('no Chinese text says %s: it is called %s', (instead) => {
  expect(texts.filter((text) => new RegExp(instead).test(text))).toEqual([])
})

it('Chinese texts have Chinese punctuation', () => {
  const wrong = /\p{Script=Han} ?[,;:!?]|\p{Script=Han}\.(?!\w)|\.\.\.|\p{Script=Han}\(/u
  expect(texts.filter((text) => wrong.test(text.replace(/\{\w+, plural,|=0|other/g, '')))).toEqual([])
})

it('there is something to look at', () => expect(texts.length).toBeGreaterThan(3000))
