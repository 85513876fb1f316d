import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withAbortableQueries } from '../../db/abortable-pool.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { createEventBuffer } from './event-buffer.ts'

const { db } = await createDesk()

it('stores what others sent, also when the time of the call that began the writing is over', async () => {
  const began: string[][] = []
  const append = createEventBuffer(
    async (batches: readonly { id: string; events: [] }[]) => {
      began.push(batches.map(({ id }) => id))
      await sql`select pg_sleep(0.3)`.execute(db)
    },
    () => false,
  )
  const overtime = new AbortController()
  const batch = (id: string) => ({ id, events: [] as [] })
  const first = withAbortableQueries(overtime.signal, () => append(batch('first')))
  const second = append(batch('second'))
  overtime.abort(new Error('too slow'))
  expect(await Promise.allSettled([first, second])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(began).toEqual([['first'], ['second']])
})

it('writes two batches at once, and one while the console waits for the database', async () => {
  let consoleWaits = false
  const writes: (() => void)[] = []
  const append = createEventBuffer(
    (_batches: readonly { events: [] }[]) => new Promise<void>((resolve) => writes.push(resolve)),
    () => consoleWaits,
  )
  const end = async (write: number, call: Promise<void>) => {
    writes[write]!()
    await call
  }
  const [first, second, third] = [append({ events: [] }), append({ events: [] }), append({ events: [] })]
  expect(writes).toHaveLength(2)
  consoleWaits = true
  await end(0, first)
  expect(writes).toHaveLength(2)
  await end(1, second)
  expect(writes).toHaveLength(3)
  const fourth = append({ events: [] })
  expect(writes).toHaveLength(3)
  await end(2, third)
  expect(writes).toHaveLength(4)
  await end(3, fourth)
})
