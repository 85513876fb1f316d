import { describe, expect, it } from 'vitest'
import { exportFiles, haveRealExports, readExport, whyNot } from './testing/real-exports.ts'
import { wordpressAuthor, wordpressFile, wordpressItem } from './testing/wordpress-file.ts'
import type { SourceRecord } from './import-records.ts'
import { createWordpressReader } from './wordpress-reader.ts'

async function read(file: Uint8Array, chunk = file.length): Promise<SourceRecord[]> {
  const reader = createWordpressReader()
  const chunks = Array.from({ length: Math.ceil(file.length / chunk) }, (_, at) =>
    file.subarray(at * chunk, (at + 1) * chunk),
  )
  return [...chunks.flatMap(reader.write), ...reader.end()]
}
const itemsOf = (records: SourceRecord[]) => records.flatMap((record) => (record.kind === 'item' ? [record.item] : []))

describe('a well-formed export', () => {
  it('gives the site first, then every author, term and item', async () => {
    const records = await read(
      wordpressFile(wordpressAuthor('ada', 'Ada') + wordpressItem({ id: 7, title: '你好 <b> & co' })),
    )
    expect(records.map(({ kind }) => kind)).toEqual(['site', 'author', 'item'])
    expect(records[0]).toMatchObject({ site: { title: 'Old site', url: 'https://old.example' } })
    expect(itemsOf(records)[0]).toMatchObject({
      id: '7',
      title: '你好 <b> & co',
      publishedAt: '2020-02-03T04:05:06.000Z',
    })
  })

  it('reads the same however the file is cut into pieces', async () => {
    const file = wordpressFile(wordpressItem({ id: 1, title: '标题 😀', content: 'x]]]]><![CDATA[>y 文字' }))
    const whole = await read(file)
    expect(itemsOf(whole)[0]?.content).toBe('x]]>y 文字')
    for (const size of [1, 2, 3, 7, 64]) expect(await read(file, size)).toEqual(whole)
  })

  it('takes dates of zero and dates that no calendar knows as no date', async () => {
    const extra = (gmt: string) => `<wp:post_modified_gmt>${gmt}</wp:post_modified_gmt>`
    const items = itemsOf(
      await read(
        wordpressFile(
          [
            wordpressItem({ id: 1, date: '0000-00-00 00:00:00' }),
            wordpressItem({ id: 2, date: '2021-02-30 00:00:00' }),
            wordpressItem({ id: 3, extra: extra('0000-00-00 00:00:00') }),
          ].join(''),
        ),
      ),
    )
    expect(items.map(({ publishedAt }) => publishedAt)).toEqual([undefined, undefined, '2020-02-03T04:05:06.000Z'])
    expect(items[2]?.modifiedAt).toBeUndefined()
  })

  it('keeps terms, meta, sticky, password and comments', async () => {
    const extra = `<wp:is_sticky>1</wp:is_sticky><wp:post_password>enter</wp:post_password>
      <category domain="post_tag" nicename="a-b"><![CDATA[A & B]]></category>
      <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[12]]></wp:meta_value></wp:postmeta>
      <wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_author>Bob</wp:comment_author></wp:comment>`
    const records = await read(wordpressFile(wordpressItem({ id: 1, title: '', extra })))
    expect(itemsOf(records)[0]).toMatchObject({
      title: '',
      sticky: true,
      password: 'enter',
      terms: [{ taxonomy: 'post_tag', slug: 'a-b', name: 'A & B' }],
      meta: { _thumbnail_id: '12' },
    })
    expect(records.at(-1)).toMatchObject({ kind: 'comment', comment: { id: '3', author: 'Bob', item: '1' } })
  })
})

describe('a malformed file is refused with its line', () => {
  const item = wordpressItem({ id: 1 })
  const file = wordpressFile(item).toString()
  const lineOf = (text: string) => file.slice(0, file.indexOf(text)).split('\n').length
  it.each([
    ['a tag that is not closed', file.replace('</wp:post_id>', ''), lineOf('</item>'), 'unexpected', 'tag_not_closed'],
    ['a bare ampersand', file.replace('Old site', 'Old & site'), 6, 'ampersand', 'bare_ampersand'],
    ['an unknown entity', file.replace('Old site', 'Old &nbsp; site'), 6, 'undefined entity', 'unknown_entity'],
    ['a file that is cut off', file.slice(0, file.indexOf('<wp:status>')), lineOf('<wp:status>'), 'cut off', 'cut_off'],
    [
      'a control character',
      file.replace('Some words', 'Some\u0008words'),
      lineOf('Some words'),
      'disallowed character',
      'control_character',
    ],
    [
      'a prefix no one declared',
      file.replace('<channel>', '<channel><x:y/>'),
      5,
      'unbound namespace',
      'unknown_prefix',
    ],
    [
      'a document type with entities',
      file.replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss'),
      2,
      'document type',
      'document_type',
    ],
    ['another encoding', file.replace('UTF-8', 'windows-1252'), 1, 'encoding', 'encoding'],
    ['something that is no export', '<?xml version="1.0"?>\n<html><body/></html>', 2, '<html>', 'other_element'],
    [
      'an RSS feed',
      '<rss>\n<channel>\n<title>News</title>\n</channel></rss>',
      3,
      'not a WordPress export',
      'not_wordpress',
    ],
    ['an empty file', '', 1, 'empty', 'empty'],
    ['plain text', 'hello', 1, 'text data outside', 'not_xml'],
  ])('%s', async (_name, text, line, reason, code) => {
    await expect(read(Buffer.from(text))).rejects.toMatchObject({
      name: 'MalformedFileError',
      fault: { code, line },
      message: expect.stringContaining(reason),
    })
  })

  it.each([
    ['one bad byte', [0xe9]],
    ['bytes that begin no character', [0xff, 0xfe]],
    ['a character that is cut off', [0xe4, 0xb8]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('%s is found at its place, however the file is cut into pieces', async (_name, bad) => {
    const [before, after] = wordpressFile(wordpressItem({ id: 1, title: '标题 😀', content: '一 | words' }))
      .toString()
      .split('|') as [string, string]
    const broken = Buffer.concat([Buffer.from(before), Buffer.from(bad), Buffer.from(after)])
    const lines = before.split('\n')
    const fault = { code: 'not_utf8', line: lines.length, column: lines.at(-1)!.length + 1 }
    for (const size of [broken.length, 1, 2, 3, 7, 64])
      await expect(read(broken, size)).rejects.toMatchObject({ fault, isOther: false })
  })

  it('a bad byte at its end is one, but a file that ends within a character is cut off', async () => {
    const fault = { code: 'not_utf8', line: file.split('\n').length, column: 1 }
    await expect(read(Buffer.from(`${file}\xe4`, 'latin1'))).rejects.toMatchObject({ fault, isOther: false })
    const half = Buffer.from(file.replace('Some words', '标题'))
    const end = half.indexOf('题') + 2
    await expect(read(half.subarray(0, end))).rejects.toMatchObject({ fault: { code: 'cut_off' } })
  })

  const utf16 = Buffer.from(file.replace('UTF-8', 'UTF-16'), 'utf16le')
  it.each([
    ['GBK', Buffer.from(file.replace('UTF-8', 'GBK').replace('Old site', '\xbe\xc9\xd5\xbe'), 'latin1')],
    ['ISO-8859-1', Buffer.from(file.replace('UTF-8', 'ISO-8859-1').replace('Old site', 'Caf\xe9'), 'latin1')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]).swap16()],
    ['UTF-16', utf16],
  ])('a file in %s is told as one in another encoding', async (value, bytes) => {
    const fault = { code: 'encoding', line: 1, value }
    await expect(read(bytes)).rejects.toMatchObject({ fault, isOther: false })
  })

  it.each([
    ['a PNG', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'],
    ['a JPEG', '\xff\xd8\xff\xe0\x00\x10JFIF'],
    ['a zip', 'PK\x03\x04\x14\x00\x00\x00\x08\x00\xe9\xff'],
    ['a PDF', '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'],
  ])('%s is told as no export file', async (_name, text) => {
    await expect(read(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ isOther: true })
  })
})

describe.runIf(haveRealExports)(`real exports${whyNot}`, () => {
  it.each(exportFiles)('%s: as many records of each kind as the file has elements', async (name) => {
    const file = readExport(name)
    const text = file.toString().replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    const inFile = (tag: string) => text.match(new RegExp(`<${tag}>`, 'g'))?.length ?? 0
    const records = await read(file, 64 * 1024)
    const count = (kind: string) => records.filter((record) => record.kind === kind).length
    expect(count('item')).toBe(inFile('item'))
    expect(count('author')).toBe(inFile('wp:author'))
    expect(count('term')).toBe(inFile('wp:category') + inFile('wp:tag') + inFile('wp:term'))
    expect(count('comment')).toBe(inFile('wp:comment'))
    expect(itemsOf(records).every((item) => item.id && item.type && item.guid)).toBe(true)
  })
})
