import type pg from 'pg'

/** How often a text is seen before PostgreSQL is asked to keep it, and how many are kept on each connection. */
const SEEN_BEFORE = 3
const NAMED_MOST = 400
const TEXTS_MOST = 4000

/**
 * `*` is left out because its columns may change while a newer version of the program migrates; long lists of values are another
 * text each time.
 */
const NEVER = /\b(tablesample|explain|lock)\b|[.\s]\*|in \((\$\d+, ){2}/i
/** Searches and pages of lists are planned each time: how many rows fit their values decides which plan is good. */
const PLANNED_EACH_TIME = /\b(limit|like)\b|@@|&&/i
const HAS_VALUES = /\$\d/
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i

const mayBePrepared = (text: string) =>
  PREPARABLE.test(text) && !NEVER.test(text) && (!PLANNED_EACH_TIME.test(text) || !HAS_VALUES.test(text))

/** The name under which PostgreSQL keeps a statement, so that it is parsed and mostly planned once for each connection. */
function statementNames(): (text: string) => string | undefined {
  /** `undefined`: never; a number: seen so often; a string: its name. */
  const texts = new Map<string, number | string | undefined>()
  let named = 0
  return (text) => {
    const known = texts.get(text)
    if (typeof known === 'string') return known
    if (known === undefined) {
      if (texts.has(text)) return undefined
      if (texts.size >= TEXTS_MOST) for (const [each, state] of texts) if (typeof state !== 'string') texts.delete(each)
      texts.set(text, mayBePrepared(text) ? 1 : undefined)
      return undefined
    }
    if (known < SEEN_BEFORE || named >= NAMED_MOST) {
      texts.set(text, Math.min(known + 1, SEEN_BEFORE))
      return undefined
    }
    named += 1
    const name = `copydesk_${named}`
    texts.set(text, name)
    return name
  }
}

/** Makes the connections of one pool send what is asked often as prepared statements. */
export function createPreparing(): (client: pg.PoolClient) => void {
  const nameOf = statementNames()
  const prepared = new WeakSet<pg.PoolClient>()
  return (client) => {
    if (prepared.has(client)) return
    prepared.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const send = (text: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
      return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
    }
    client.query = send as typeof client.query
  }
}
