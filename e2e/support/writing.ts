import { expect, type Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Role } from '#contract/permissions.ts'
import type { Desk } from './desk.ts'
import { storeToken } from './sign-in.ts'

const tokens = new WeakMap<Desk, Map<Role, Promise<string>>>()

/** One session per role for all journeys of a worker: signing in again and again would meet the rate limit. */
export function tokenOf(desk: Desk, role: Role): Promise<string> {
  const known = tokens.get(desk) ?? new Map<Role, Promise<string>>()
  tokens.set(desk, known)
  const token = known.get(role) ?? desk.signIn(role)
  known.set(role, token)
  return token
}

/** The field of the form, not the one that takes what is typed before the form is there. */
export const titleOf = (page: Page) =>
  page.getByRole('textbox', { name: 'Title', exact: true }).and(page.locator(':not([data-type-ahead])'))
export const subtitleOf = (page: Page) => page.getByRole('textbox', { name: 'Subtitle' })
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the article' })
export const bar = (page: Page) => page.getByRole('region', { name: 'State and next step' })
export const savedState = (page: Page) => bar(page).getByRole('status')
export const next = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })

/** Everything typed is on the server. */
export const expectSaved = (page: Page) => expect(savedState(page)).toHaveText(/^Saved \d/)

/** Opens the screen as this role, until the text can be written in. */
export async function openToWrite(page: Page, desk: Desk, path = '/jCore/article/add', role: Role = 'administrator') {
  await storeToken(page, await tokenOf(desk, role))
  await page.goto(path)
  await expect(textOf(page)).toBeVisible()
}

export const pathOf = ({ id }: { id: string }) => `/jCore/article/${id}`
export const idOf = (page: Page) => /\/jCore\/article\/([0-9a-f-]{36})$/.exec(page.url())![1]!

/** An entry of the menu beside the next step. */
export async function choose(page: Page, action: string) {
  await bar(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Makes a new author or category with this name, in the picker itself. */
export async function createIn(page: Page, picker: string, name: string) {
  await page.getByRole('combobox', { name: picker, exact: true }).fill(name)
  await page.getByRole('option', { name: `Create “${name}”` }).click()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

/** What the outside site gets. */
export async function readerGets(desk: Desk, slug: string) {
  const { status, body } = await desk.send<{ title: string; body: string }>(null, 'GET', `/content/v1/articles/${slug}`)
  return { status, title: body.title, body: body.body }
}

export const stored = (desk: Desk, id: string) => desk.api<Article>('GET', `/api/articles/${id}`)

type Revisions = { items: { id: string; title: string; reason: string; createdBy: { name: string } | null }[] }
/** Every version the history holds, newest first, with its content. */
export async function historyOf(desk: Desk, id: string) {
  const { items } = await desk.api<Revisions>('GET', `/api/articles/${id}/revisions`)
  return Promise.all(
    items.map(({ id: revision }) =>
      desk.api<{ reason: string; content: Article }>('GET', `/api/articles/${id}/revisions/${revision}`),
    ),
  )
}
