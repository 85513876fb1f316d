import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withAbortableQueries } from '../../db/abortable-pool.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { createEventBuffer } from './event-buffer.ts'

const { db } = await createDesk()

it('stores what others sent, also when the time of the call that began the writing is over', async () => {
  const began: string[][] = []
  const append = createEventBuffer(async (batches: readonly { id: string; events: [] }[]) => {
    began.push(batches.map(({ id }) => id))
    await sql`select pg_sleep(0.3)`.execute(db)
  })
  const overtime = new AbortController()
  const batch = (id: string) => ({ id, events: [] as [] })
  const first = withAbortableQueries(overtime.signal, () => append(batch('first')))
  const second = append(batch('second'))
  overtime.abort(new Error('too slow'))
  expect(await Promise.allSettled([first, second])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(began).toEqual([['first'], ['second']])
})
