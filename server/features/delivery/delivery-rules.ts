import { Id } from '#contract/id.ts'
import { Slug, TimeInput } from '#contract/text.ts'

/** A place in the list of published articles: everything older comes after it. */
export type Cursor = { publishedAt: string; id: string }

export const writeCursor = ({ publishedAt, id }: Cursor): string =>
  Buffer.from(`${publishedAt} ${id}`).toString('base64url')

/** Undefined for anything that writeCursor did not make. */
export function readCursor(text: string): Cursor | undefined {
  const [publishedAt = '', id = '', ...more] = Buffer.from(text, 'base64url').toString('latin1').split(' ')
  const isTime = TimeInput.safeParse(publishedAt).success
  return isTime && Id.safeParse(id).success && more.length === 0 ? { publishedAt, id } : undefined
}

/** A place in a list that is ordered by slug. */
export const writeSlugCursor = (slug: string): string => Buffer.from(slug).toString('base64url')

/** Undefined for anything that writeSlugCursor did not make. */
export function readSlugCursor(text: string): string | undefined {
  const slug = Buffer.from(text, 'base64url').toString('latin1')
  return Slug.safeParse(slug).success && writeSlugCursor(slug) === text ? slug : undefined
}

/** A place in a list that is ordered by address. */
export const writePathCursor = (path: string): string => Buffer.from(path).toString('base64url')

/** Undefined for anything that writePathCursor did not make. */
export function readPathCursor(text: string): string | undefined {
  const path = Buffer.from(text, 'base64url').toString()
  return path.startsWith('/') && !path.includes('\0') && writePathCursor(path) === text ? path : undefined
}

/** A place in a list that is ordered by a whole number. */
export const writeNumberCursor = (number: number): string => Buffer.from(String(number)).toString('base64url')

/** Undefined for anything that writeNumberCursor did not make. */
export function readNumberCursor(text: string): number | undefined {
  const number = Number(Buffer.from(text, 'base64url').toString('latin1'))
  return Number.isSafeInteger(number) && writeNumberCursor(number) === text ? number : undefined
}

/** The same HTML with the addresses of our own pictures made absolute: another site shows it. */
export const absoluteMedia = (html: string, publicUrl: string): string =>
  html.replace(/<[^>]+>/g, (tag) => tag.replace(/(["\s,])\/media\//g, `$1${publicUrl}/media/`))
