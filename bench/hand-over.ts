import type pg from 'pg'
import { type Call, figuresOf } from './measure.ts'

type Send = (call: Call) => Promise<string>
type Token = () => Promise<string>

/** So often someone saves an article that is handed over meanwhile. */
const EVERY_MS = 200

/**
 * What it costs to hand over everything that one person owns, what those wait who save its articles meanwhile, and what it
 * costs to undo it. The person gets so many articles first.
 * @returns lines of Markdown
 */
export async function measureHandOver(pool: pg.Pool, send: Send, tokenOf: Token, articles: number): Promise<string[]> {
  const [from, to] = await ownersOf(pool)
  await gather(pool, from, articles)
  const rows: string[] = []
  const step = async (title: string, owner: string, work: Promise<string>) => {
    const began = performance.now()
    let done = false
    const finished = work.finally(() => (done = true))
    const saves = saveMeanwhile(pool, send, tokenOf, owner, () => done)
    const answer = await finished
    const seconds = (performance.now() - began) / 1000
    const { times, refused } = await saves
    const { p50, p95 } = figuresOf(times)
    const longest = Math.max(0, ...times)
    const cells = [seconds.toFixed(1), times.length, p50.toFixed(0), p95.toFixed(0), longest.toFixed(0), refused]
    rows.push(`| ${title} | ${cells.join(' | ')} |`)
    console.log(rows.at(-1))
    return JSON.parse(answer) as { undo?: { id: string } }
  }
  const { undo } = await step(
    `handing over ${articles.toLocaleString('en')} articles`,
    from,
    send({
      method: 'POST',
      path: `/api/users/${from}/hand-over`,
      body: { to, kinds: ['articles'] },
      token: await tokenOf(),
    }),
  )
  await step('undoing it', to, send({ method: 'POST', path: `/api/undo/${undo?.id}`, token: await tokenOf() }))
  return [
    '| | s | saves meanwhile | p50, ms | p95, ms | longest, ms | refused |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ]
}

async function ownersOf(pool: pg.Pool): Promise<[string, string]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from user_account where role in ('editor', 'administrator') and status = 'active' order by role desc, id limit 2`,
  )
  const [from, to] = rows
  if (!from || !to) throw new Error('Two accounts are needed that may own articles.')
  return [from.id, to.id]
}

/** Gives the person so many articles, as the product would, some thousand a statement. */
async function gather(pool: pg.Pool, owner: string, articles: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `update article set created_by = $1 where id in (select id from article where created_by <> $1 and deleted_at is null
        limit least(5000, greatest(0, $2 - (select count(*) from article where created_by = $1 and deleted_at is null))))`,
      [owner, articles],
    )
    if (!rowCount) return
  }
}

/** Saves one article of this person after the other, from the first ids to the last, until it is over. */
async function saveMeanwhile(pool: pg.Pool, send: Send, tokenOf: Token, owner: string, isOver: () => boolean) {
  const { rows } = await pool.query<{ id: string; version: number }>(
    `select id, version from (select id, version, row_number() over (order by id) as n from article where created_by = $1 and status = 'draft' and deleted_at is null) as own
    where n % 7 = 0 limit 2000`,
    [owner],
  )
  const times: number[] = []
  let refused = 0
  for (const { id, version } of rows) {
    if (isOver()) break
    const began = performance.now()
    const body = { version, title: `Saved meanwhile ${times.length}` }
    await send({ method: 'PATCH', path: `/api/articles/${id}`, body, token: await tokenOf() }).catch(
      (error: unknown) => {
        refused++
        console.log(error instanceof Error ? error.message : error)
      },
    )
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return { times, refused }
}
