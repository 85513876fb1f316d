type Parts = { channel?: string; site?: string }

/** A small export file around the given elements. */
export function wordpressFile(elements: string, { channel = '', site = 'https://old.example' }: Parts = {}): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old site</title>
<link>${site}</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>${site}</wp:base_blog_url>
${channel}
${elements}
</channel>
</rss>
`)
}

type Item = {
  id: number
  title?: string
  type?: string
  status?: string
  slug?: string
  link?: string
  creator?: string
  content?: string
  excerpt?: string
  date?: string
  extra?: string
}

/** One `<item>`, published by default. */
export function wordpressItem({ id, title = `Post ${id}`, slug = `post-${id}`, ...item }: Item): string {
  return `<item>
<title><![CDATA[${title}]]></title>
<link>${item.link ?? `https://old.example/2020/${slug}/`}</link>
<dc:creator><![CDATA[${item.creator ?? 'ada'}]]></dc:creator>
<guid isPermaLink="false">https://old.example/?p=${id}</guid>
<content:encoded><![CDATA[${item.content ?? 'Some words.'}]]></content:encoded>
<excerpt:encoded><![CDATA[${item.excerpt ?? ''}]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${item.date ?? '2020-02-03 04:05:06'}</wp:post_date>
<wp:post_date_gmt>${item.date ?? '2020-02-03 04:05:06'}</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name>
<wp:status>${item.status ?? 'publish'}</wp:status>
<wp:post_parent>0</wp:post_parent>
<wp:post_type>${item.type ?? 'post'}</wp:post_type>
${item.extra ?? ''}
</item>`
}

export const wordpressAuthor = (login: string, name: string, email = `${login}@old.example`) =>
  `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_email>${email}</wp:author_email>` +
  `<wp:author_display_name><![CDATA[${name}]]></wp:author_display_name></wp:author>`

/** A term of an item, for its `extra`. */
export const wordpressTerm = (taxonomy: string, slug: string, name = slug) =>
  `<category domain="${taxonomy}" nicename="${slug}"><![CDATA[${name}]]></category>`

/** A custom field of an item, for its `extra`. */
export const wordpressMeta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

export const wordpressCategory = (slug: string, name: string, parent = '', id = '') =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent>` +
  `<wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`
