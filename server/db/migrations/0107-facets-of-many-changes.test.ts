import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestApp } from '../../testing/app.ts'

const { db } = await createTestApp()

it('tells the language of a text as before', async () => {
  const texts: [string, string, string | null][] = [
    ['', '<p>&nbsp;</p>', null],
    ['12:30', '<p>— 42 —</p>', null],
    ['Rain', '<p>It rains.</p>', 'other'],
    ['雨', '<p>今天下雨，<strong>明天</strong>也下。</p>', 'zh'],
    ['雨', '<p>きょうはあめがふります。</p>', 'other'],
    ['Ferries 渡轮', '<p>The ferries stay in port tonight.</p>', 'other'],
    ['渡轮停航 Ferry', '<p>渡轮今晚停航。</p>', 'zh'],
  ]
  for (const [title, body, language] of texts) {
    const { rows } = await sql<{ language: string | null }>`
      select text_language(${title}, ${body}) as language`.execute(db)
    expect([title, rows[0]!.language]).toEqual([title, language])
  }
})
