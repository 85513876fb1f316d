import { expect, it } from 'vitest'
import { zh } from './chinese-text.ts'

it('a name in Latin letters has a gap beside Chinese characters, a Chinese one has none', () => {
  const invite = (by: string, site: string) => zh`${by} 邀请您加入 ${site}。`
  expect(invite('Ann', 'Copydesk')).toBe('Ann 邀请您加入 Copydesk。')
  expect(invite('王小明', '晨报')).toBe('王小明邀请您加入晨报。')
  expect(invite('王小明 Leo', '36氪')).toBe('王小明 Leo 邀请您加入 36氪。')
})

it('what is in the values, and lines, stay as they are', () => {
  expect(zh`意见：\n${'请 改'}\n\n在此 ${'登录 后'} 打开：\n${'http://127.0.0.1/'}`).toBe(
    '意见：\n请 改\n\n在此登录 后打开：\nhttp://127.0.0.1/',
  )
})

it('numbers keep their gap', () => expect(zh`${3} 篇文章`).toBe('3 篇文章'))
