import { createJsonRows, type JsonRow, type JsonRowsReader } from './json-rows.ts'
import {
  addMeta,
  authorOf,
  cutRowOf,
  itemOf,
  relationsOf,
  SITE_DIGEST,
  TABLES,
  termOf,
  textOf,
  wantedOf,
  type GhostRow,
} from './ghost-records.ts'
import { attachmentsOf, addressOf } from './ghost-pictures.ts'
import { permalinkOf } from './ghost-permalinks.ts'
import { MOST_RECORDS, tidy, type SourceItem, type SourceReader, type SourceRecord } from './import-records.ts'
import { MalformedFileError } from './malformed-file.ts'
import { XML_LIMITS } from './xml-records.ts'

const GHOST = 'ghost'

type Path = (string | number)[]

/** The path within `{db: [{data, meta}]}`, or within `{data, meta}` as older versions wrote. */
const within = (path: Path) => (path[0] === 'db' ? path.slice(2) : path)

type Held = { item: SourceItem; row: GhostRow; line: number }

/** The rows of the tables that are read. */
function openTables(): JsonRowsReader {
  let hasPosts = false
  const json = createJsonRows({
    maxBytes: XML_LIMITS.bytes,
    maxRowBytes: XML_LIMITS.recordChars,
    plan(path, isContainer) {
      if (path[0] === 'db' && path.length < 3)
        return isContainer && (path.length === 1 || path[1] === 0) ? 'walk' : 'skip'
      const [data, table, , ...deeper] = within(path)
      if (data === undefined) return isContainer ? 'walk' : 'skip'
      if (data !== 'data' || deeper.length) return 'skip'
      if (table === undefined) return isContainer ? 'walk' : 'skip'
      if (!Object.hasOwn(TABLES, table)) return 'skip'
      if (within(path).length > 2) return 'row'
      if (table === 'posts' && isContainer) hasPosts = true
      return isContainer ? 'walk' : 'skip'
    },
  })
  return {
    write: json.write,
    end() {
      const rows = json.end()
      if (hasPosts) return rows
      const fault = { code: 'not_ghost', line: 1, column: 1, value: '' } as const
      throw new MalformedFileError('this is JSON, but not an export of Ghost', fault, true)
    },
  }
}

/** The file without what is not read of it, so that no password and no key is stored while it waits to be imported. */
export function createGhostStripper() {
  const json = openTables()
  let table = ''
  const strip = (rows: JsonRow[]): Buffer =>
    Buffer.from(
      rows
        .map(({ path, value, cut }) => {
          const name = String(within(path)[1])
          const row = cut === undefined ? wantedOf(name, value) : name === 'posts' ? cutRowOf(cut) : undefined
          const before = name === table ? ',' : `${table ? '],' : '{"data":{"posts":[],'}${JSON.stringify(name)}:[`
          table = name
          return before + JSON.stringify(row ?? null)
        })
        .join('\n'),
    )
  return {
    write: (chunk: Uint8Array) => strip(json.write(chunk)),
    end: () => Buffer.concat([strip(json.end()), Buffer.from(table ? ']}}' : '{"data":{"posts":[]}}')]),
  }
}

/**
 * The export of a Ghost site as neutral records. Its tables refer to each other in any order, so they are given at the end.
 * @param address of the old site, which the file does not say
 */
export function createGhostReader(address: string): SourceReader {
  let count = 0
  const posts: Held[] = []
  const rows: Record<string, { row: GhostRow; line: number }[]> = {}
  const others: SourceRecord[] = []

  const json = openTables()

  function take({ path, value, line, cut }: JsonRow) {
    const [, table = '', place] = within(path)
    const name = String(table)
    if (++count > MOST_RECORDS * 10) tooMany(line)
    const row = cut === undefined ? wantedOf(name, value) : name === 'posts' ? cutRowOf(cut) : undefined
    if (!row) return name === 'settings' ? undefined : unreadable(name, String(place), line)
    if (name === 'posts') {
      if (posts.length > MOST_RECORDS) tooMany(line)
      // The texts are held once only.
      const { html: _html, lexical: _lexical, mobiledoc: _mobiledoc, ...rest } = row
      posts.push({ item: itemOf(row), row: rest, line })
    } else (rows[name] ??= []).push({ row, line })
  }

  function unreadable(table: string, id: string, line: number) {
    const of = { posts: 'post', users: 'author', tags: 'tag', snippets: 'snippet' }[table] ?? table
    others.push({ kind: 'unreadable', of, id, line })
  }

  return {
    write(chunk) {
      json.write(chunk).forEach(take)
      return []
    },
    end() {
      json.end().forEach(take)
      return recordsOf({ posts, rows, others, address })
    },
  }
}

function tooMany(line: number): never {
  throw new MalformedFileError(`the file holds more than ${MOST_RECORDS} entries; divide it`, {
    code: 'too_many_entries',
    line,
    column: 1,
    value: String(MOST_RECORDS),
  })
}

type Read = {
  posts: Held[]
  rows: Record<string, { row: GhostRow; line: number }[]>
  others: SourceRecord[]
  address: string
}

function recordsOf({ posts, rows, others, address }: Read): SourceRecord[] {
  const of = (table: string) => rows[table] ?? []
  const setting = (...keys: string[]) => {
    const found = of('settings').find(({ row }) => keys.includes(textOf(row['key'])))
    return tidy(textOf(found?.row['value']))
  }
  const users = new Map(of('users').map(({ row }) => [textOf(row['id']), authorOf(row)]))
  const tags = new Map(of('tags').map(({ row }) => [textOf(row['id']), termOf(row)]))
  const metas = new Map(of('posts_meta').map(({ row }) => [textOf(row['post_id']), row]))
  const authorsOf = byPost(of('posts_authors'))
  const tagsOf = byPost(of('posts_tags'))
  const writers = new Set<string>()
  const permalink = permalinkOf(setting('permalinks'), setting('activeTimezone', 'active_timezone', 'timezone'))

  for (const { item, row } of posts) {
    const id = textOf(row['id'])
    const cover = addressOf(textOf(row['feature_image']), address)
    if (cover) item.cover = { id: cover, alt: '', caption: '' }
    item.seo.canonicalUrl = addressOf(item.seo.canonicalUrl, address)
    if (item.seo.canonicalUrl && !/^https?:/.test(item.seo.canonicalUrl)) item.customFields.push('canonical_url')
    const meta = metas.get(id)
    if (meta) addMeta(item, meta)

    const named = relationsOf(authorsOf.get(id)).map((one) => textOf(one['author_id']))
    const ids = named.some((one) => users.has(one)) ? named : [...named, textOf(row['author_id'])]
    for (const author of new Set(ids.filter(Boolean))) {
      const login = users.get(author)?.login
      if (login) item.authors.push(login)
      else item.missing.push(`author ${author}`)
      writers.add(author)
    }
    item.creator = item.authors[0] ?? ''
    for (const one of relationsOf(tagsOf.get(id))) {
      const tag = tags.get(textOf(one['tag_id']))
      if (tag) item.terms.push({ taxonomy: tag.taxonomy, slug: tag.slug, name: tag.name })
      else item.missing.push(`tag ${textOf(one['tag_id'])}`)
    }
    if (item.status === 'publish') item.link = permalink(item, address)
  }

  const snippets = of('snippets').map(({ row: { name, ...row }, line }) => ({
    item: { ...itemOf({ ...row, title: name }), type: 'snippet' },
    line,
  }))
  const idle = (id: string) => !writers.has(id)
  const records: SourceRecord[] = [
    {
      kind: 'site',
      site: { title: setting('title'), url: address, ...keyOf(setting(SITE_DIGEST), address) },
      line: 1,
    },
    ...of('users').map(({ row, line }): SourceRecord => ({
      kind: 'author',
      author: authorOf(row),
      line,
      ...(idle(textOf(row['id'])) && { isIdle: true }),
    })),
    ...of('tags').map(({ row, line }): SourceRecord => ({ kind: 'term', term: termOf(row), line })),
    ...posts.map(({ item, line }): SourceRecord => ({ kind: 'item', item, line })),
    ...attachmentsOf([...posts, ...snippets], address).map((item): SourceRecord => ({ kind: 'item', item, line: 1 })),
    ...snippets.map(({ item, line }): SourceRecord => ({ kind: 'item', item, line })),
    ...others,
  ]
  if (records.length > MOST_RECORDS) tooMany(1)
  return records
}

function byPost(rows: { row: GhostRow }[]): Map<string, GhostRow[]> {
  const found = new Map<string, GhostRow[]>()
  for (const { row } of rows) {
    const id = textOf(row['post_id'])
    const others = found.get(id)
    if (others) others.push(row)
    else found.set(id, [row])
  }
  return found
}

/** The file has no address. Of two sites the digest of what is random in each differs. */
const keyOf = (digest: string, address: string) =>
  digest
    ? { key: `${GHOST} ${digest.slice(0, 32)}` }
    : { key: `${GHOST} ${address}`.trim(), isKeyGuessed: true as const }
