import { z } from 'zod'
import { Id } from './id.ts'
import { line, saysOf, Slug, text, TimeInput, WebUrl, wholeString } from './text.ts'

export const adsPolicies = ['normal', 'limited', 'none'] as const
export const ARTICLE_LIMITS = {
  title: 255,
  subtitle: 255,
  excerpt: 300,
  bodyBytes: 1_048_576,
  note: 2000,
  bylines: 50,
  terms: 100,
}

/** Ids in the order the person gave them, at most `max`, without repeats. */
export const ids = (max: number) =>
  z
    .array(Id)
    .max(max)
    .refine((list) => new Set(list).size === list.length, saysOf('repeated'))

const Cover = z.strictObject({
  media: Id,
  alt: line(300).default(''),
  caption: line(500).default(''),
  credit: line(200).default(''),
})

/** What is done with a field besides saving it. Each is optional. */
type FieldTraits = {
  /** `words`: found by its words, by readers too; `head`: by any part of it, in the console; `both`. Text fields only. */
  searched?: 'words' | 'head' | 'both'
  /** The delivery API answers it as it is: `list` in lists and with the article, `article` with the article only. */
  delivered?: 'list' | 'article'
  /** The WordPress import sets it. */
  imported?: true
  /** A copy of an article begins without it. */
  copied?: false
  /** For the staff: who sees only what is published does not see it. */
  internal?: true
}

/**
 * @param stored `column`, `time`: a column of `article` with the name of the field; `links`: a link table; `cover`: four columns
 * @param reply how the field leaves the server
 * @param empty its value in a new article, and in stored JSON that lacks it
 */
const field = <
  const Stored extends 'column' | 'time' | 'links' | 'cover',
  Schema extends z.ZodType,
  Reply extends z.ZodType,
  const Traits extends FieldTraits,
>(
  stored: Stored,
  schema: Schema,
  reply: Reply,
  empty: z.output<Schema>,
  traits: Traits,
) => ({ stored, schema, reply, empty, traits })

const textField = <const Traits extends FieldTraits>(schema: z.ZodType<string, string>, traits: Traits) =>
  field('column', schema, z.string(), '', traits)

const column = <Schema extends z.ZodType, const Traits extends FieldTraits>(
  schema: Schema,
  empty: z.output<Schema>,
  traits: Traits,
) => field('column', schema, schema, empty, traits)

const links = <const Traits extends FieldTraits>(max: number, traits: Traits) =>
  field('links', ids(max), ids(max), [], traits)

const timeField = <const Traits extends FieldTraits>(traits: Traits) =>
  field('time', TimeInput.nullable(), z.iso.datetime().nullable(), null, traits)

/**
 * The fields of an article that people edit; everything else about a field follows from its line here. A new one also
 * needs a column and a place in the form: see “Add a field” in docs/architecture.md.
 */
export const articleFields = {
  title: textField(line(ARTICLE_LIMITS.title), { searched: 'both', delivered: 'list', imported: true }),
  subtitle: textField(line(ARTICLE_LIMITS.subtitle), { searched: 'both', delivered: 'list' }),
  /** Empty or left out: made from the title. */
  slug: textField(z.union([Slug, z.literal('')]), {
    searched: 'head',
    delivered: 'list',
    imported: true,
    copied: false,
  }),
  excerpt: textField(text(ARTICLE_LIMITS.excerpt), { searched: 'both', delivered: 'list', imported: true }),
  /** HTML; sanitised on every write. The server also checks the limit in bytes. */
  body: textField(wholeString(ARTICLE_LIMITS.bodyBytes), { imported: true }),
  cover: field('cover', Cover.nullable(), Cover.nullable(), null, { imported: true }),
  authors: links(ARTICLE_LIMITS.bylines, { imported: true }),
  primaryCategory: column(Id.nullable(), null, { imported: true }),
  categories: links(ARTICLE_LIMITS.terms, { imported: true }),
  tags: links(ARTICLE_LIMITS.terms, { imported: true }),
  featured: column(z.boolean(), false, { delivered: 'list', imported: true, copied: false }),
  adsPolicy: column(z.enum(adsPolicies), 'normal', { delivered: 'list' }),
  sensitive: column(z.boolean(), false, { delivered: 'list' }),
  /** When a scheduled article goes out. On a draft in the past: the date that publishing gives it. */
  publishAt: timeField({ copied: false }),
  unpublishAt: timeField({ copied: false }),
  canonicalUrl: textField(z.union([WebUrl, z.literal('')]), { delivered: 'article', imported: true, copied: false }),
  seoTitle: textField(line(255), { delivered: 'article', imported: true }),
  seoDescription: textField(text(500), { delivered: 'article', imported: true }),
  socialImage: column(Id.nullable(), null, {}),
  internalNote: textField(text(ARTICLE_LIMITS.note), { internal: true }),
}

type Table = typeof articleFields
export type ArticleField = keyof Table

/** The names of the fields, in the order of the table. */
export const articleFieldNames = Object.keys(articleFields) as ArticleField[]

const byField = <const Key extends 'schema' | 'reply' | 'empty'>(key: Key) =>
  Object.fromEntries(articleFieldNames.map((name) => [name, articleFields[name][key]])) as {
    [Name in ArticleField]: Table[Name][Key]
  }

/** What a person edits. A draft may be nearly empty; publishing asks for more. */
export const ArticleFields = z.strictObject(byField('schema'))
export type ArticleFields = z.output<typeof ArticleFields>

/** The same as it leaves the server. */
export const articleReplyFields = byField('reply')

/** A new article before anything is written. */
export const emptyArticleFields: ArticleFields = byField('empty')

type NamesOf<Part> = { [Name in ArticleField]: Table[Name] extends Part ? Name : never }[ArticleField]
const traitsOf = (name: ArticleField): FieldTraits => articleFields[name].traits

/** Stored in a column of their own. */
export const columnFields = articleFieldNames.filter(
  (name): name is NamesOf<{ stored: 'column' | 'time' }> =>
    articleFields[name].stored === 'column' || articleFields[name].stored === 'time',
)
/** Stored in a column of type timestamptz. */
export const timeFields = articleFieldNames.filter(
  (name): name is NamesOf<{ stored: 'time' }> => articleFields[name].stored === 'time',
)
/** Lists of ids in a link table. */
export const linkFields = articleFieldNames.filter(
  (name): name is NamesOf<{ stored: 'links' }> => articleFields[name].stored === 'links',
)
/** Searched by any part of their text. */
export const headFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { searched: 'head' | 'both' } }> =>
    traitsOf(name).searched === 'head' || traitsOf(name).searched === 'both',
)
/** Searched by their words, as is the body. */
export const wordFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { searched: 'words' | 'both' } }> =>
    traitsOf(name).searched === 'words' || traitsOf(name).searched === 'both',
)
/** Delivered as they are, in lists too. */
export const listDeliveryFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { delivered: 'list' } }> => traitsOf(name).delivered === 'list',
)
/** Delivered as they are, with the article only. */
export const articleDeliveryFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { delivered: 'article' } }> => traitsOf(name).delivered === 'article',
)
/** Set by the WordPress import. */
export const importedFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { imported: true } }> => traitsOf(name).imported === true,
)
/** Empty in a copy of an article. */
export const uncopiedFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { copied: false } }> => traitsOf(name).copied === false,
)
/** For the staff only. */
export const internalFields = articleFieldNames.filter(
  (name): name is NamesOf<{ traits: { internal: true } }> => traitsOf(name).internal === true,
)

/** Some properties of an object. */
export const pickFields = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
