import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../testing/app.ts'

const { app, db, createUser, signIn } = await createTestApp()
type Person = Awaited<ReturnType<typeof signIn>>

const routes = {
  demote: ['PATCH', '', { role: 'editor' }],
  suspend: ['PATCH', '', { status: 'suspended' }],
  remove: ['POST', '/remove', {}],
} as const
type Route = keyof typeof routes
const act = ({ headers }: Person, route: Route, user: { id: string }, version = 1) => {
  const [method, path, body] = routes[route]
  return app.inject({ method, url: `/api/users/${user.id}${path}`, headers, payload: { version, ...body } })
}
const administrators = async () =>
  db.selectFrom('userAccount').select('id').where('role', '=', 'administrator').where('status', '=', 'active').execute()
/** Two administrators, and no others. */
async function createPair(): Promise<[Person, Person]> {
  await db.updateTable('userAccount').set({ role: 'viewer' }).where('role', '=', 'administrator').execute()
  return [await signIn('administrator'), await signIn('administrator')]
}

describe('the last administrator', () => {
  it.each(['demote', 'suspend', 'remove'] as const)('cannot be lost by this route: %s', async (route) => {
    const [last] = await createPair()
    await db.updateTable('userAccount').set({ role: 'viewer' }).where('id', '!=', last.user.id).execute()
    const refused = await act(last, route, last.user)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'illegal_transition', reasons: ['last_administrator'] },
    ])
    // A suspended or pending administrator is none.
    await createUser({ role: 'administrator', status: 'suspended' })
    await createUser({ role: 'administrator', status: 'pending' })
    expect((await act(last, route, last.user)).statusCode).toBe(409)
    expect(await administrators()).toEqual([{ id: last.user.id }])
  })

  it('keeps the role when everything is handed over', async () => {
    const [last] = await createPair()
    await db.updateTable('userAccount').set({ role: 'viewer' }).where('id', '!=', last.user.id).execute()
    const to = (await createUser({ role: 'editor' })).id
    const payload = { version: 1, handOver: { to, kinds: ['articles'] } }
    const url = `/api/users/${last.user.id}/remove`
    expect((await app.inject({ method: 'POST', url, headers: last.headers, payload })).statusCode).toBe(409)
    expect(await administrators()).toEqual([{ id: last.user.id }])
  })

  it('may leave once there is another one', async () => {
    const [one, other] = await createPair()
    expect((await act(one, 'remove', one.user)).statusCode).toBe(200)
    expect(await administrators()).toEqual([{ id: other.user.id }])
  })

  it('R58 is left in each of 20 pairs who demote, suspend or remove each other at the same moment', async () => {
    const names = Object.keys(routes) as Route[]
    for (let n = 0; n < 20; n++) {
      const [one, other] = await createPair()
      const [first, second] = [names[n % 3] ?? 'demote', names[(n * 2 + 1) % 3] ?? 'demote']
      const replies = await Promise.all([act(one, first, other.user), act(other, second, one.user)])
      const codes = replies.map(({ statusCode }) => statusCode)
      expect([n, codes.filter((code) => code === 200).length]).toEqual([n, 1])
      // The second one is not an administrator any more, or the last one.
      expect([401, 403, 409]).toContain(codes.find((code) => code !== 200))
      expect(await administrators()).toHaveLength(1)
    }
  })

  it('R58 is left when 20 pairs do so all at once', async () => {
    await createPair()
    const pairs = await Promise.all(
      Array.from({ length: 20 }, async () => [await signIn('administrator'), await signIn('administrator')] as const),
    )
    const replies = await Promise.all(
      pairs.flatMap(([one, other]) => [act(one, 'demote', other.user), act(other, 'demote', one.user)]),
    )
    expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    // Of each pair the one who was demoted first may not act any more.
    for (const [n, [one, other]] of pairs.entries()) {
      const left = (await administrators()).filter(({ id }) => id === one.user.id || id === other.user.id)
      expect([n, left.length]).toEqual([n, 1])
    }
  })
})
