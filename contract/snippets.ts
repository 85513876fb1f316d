import { z } from 'zod'
import { Id } from './id.ts'
import { ById, endpoint } from './endpoint.ts'
import { PersonRef } from './list.ts'
import { requiredLine, Time, wholeString } from './text.ts'
import { Version } from './version.ts'

/** How many snippets a site has at most: all of them are listed at once. */
export const SNIPPETS_MOST = 200
export const SNIPPET_NAME_MAX = 80
/** Bytes of its HTML. */
export const SNIPPET_BODY_MAX = 100_000
/** Characters of its text that a list shows. */
export const SNIPPET_START = 160

/** A piece of text that writers put into articles, where it is a copy: a later change of the snippet changes no article. */
export const Snippet = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  /** HTML, sanitised as that of an article. */
  body: z.string(),
  updatedAt: Time,
  updatedBy: PersonRef.nullable(),
  can: z.object({ write: z.boolean() }),
})
export type Snippet = z.output<typeof Snippet>

/** As a list has it: `start` is how its text begins. */
export const ListedSnippet = Snippet.omit({ body: true }).extend({ start: z.string() })
export type ListedSnippet = z.output<typeof ListedSnippet>

const fields = { name: requiredLine(SNIPPET_NAME_MAX), body: wholeString(SNIPPET_BODY_MAX) }

export const snippetEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/snippets',
    summary: 'All snippets, by name',
    access: 'articles.write',
    reply: z.object({ items: z.array(ListedSnippet) }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/snippets/:id',
    summary: 'One snippet with its text',
    access: 'articles.write',
    params: ById,
    reply: Snippet,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/snippets',
    summary: 'Save a piece of text as a snippet for everyone who writes',
    access: 'articles.write',
    body: z.strictObject(fields),
    reply: Snippet,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/snippets/:id',
    summary: 'Rename a snippet or replace its text; articles that have it stay as they are',
    access: 'articles.write',
    params: ById,
    body: z.strictObject(fields).partial().extend({ version: Version }),
    reply: Snippet,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/snippets/:id',
    summary: 'Delete a snippet; articles that have it stay as they are',
    access: 'articles.write',
    params: ById,
    status: 204,
  }),
}
