import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import type { ReactNode } from 'react'
import { newAdFields } from '#contract/ad-fields.ts'
import type { Ad } from '#contract/ads.ts'
import type { Placement } from '#contract/placements.ts'
import { httpClient } from '../../../api/http-client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showScreen } from '../../../ui/testing/show-screen.tsx'

/** An id of its own for each item, so that what the browser keeps of one is not restored in another. */
const newEntity = () => ({
  id: crypto.randomUUID() as string,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
})

export const aPlacement = (fields: Partial<Placement> = {}): Placement => ({
  ...newEntity(),
  key: 'sidebar',
  name: 'Sidebar',
  sizes: [{ width: 300, height: 250 }],
  active: true,
  ads: 0,
  snippet: '<div data-copydesk-ad="sidebar" data-article="ARTICLE_ID"></div>',
  can: { write: true, trash: true, restore: false, purge: false },
  ...fields,
})

const can = Object.fromEntries(
  [
    'write',
    'submit',
    'withdraw',
    'approve',
    'reject',
    'discard',
    'pause',
    'resume',
    'extend',
    'archive',
    'trash',
    'restore',
    'purge',
  ].map((name) => [name, name === 'write']),
) as Ad['can']

type AdGiven = Partial<Omit<Ad, 'can'>> & { can?: Partial<Ad['can']> }

export const anAd = ({ can: some, ...fields }: AdGiven = {}, placement = aPlacement()): Ad => ({
  ...newEntity(),
  ...newAdFields(),
  name: 'Offer',
  placements: [placement.id],
  status: 'draft',
  phase: null,
  startsAtTime: null,
  endsAtTime: null,
  hasChanges: false,
  live: null,
  submittedAt: null,
  submittedBy: null,
  rejection: '',
  rejectedAt: null,
  rejectedBy: null,
  approvedAt: null,
  approvedBy: null,
  delivery: { impressions: 0, viewable: 0, clicks: 0, clickThrough: null, expected: null, pace: null },
  frames: [],
  refs: { media: [], placements: [{ ...placement, trashed: false }], categories: [], tags: [] },
  missing: [],
  can: { ...can, ...some },
  ...fields,
})

/** `refuse`: the problem that every change is answered with. */
type Answers = {
  /** What is read, by the end of its path. */
  get?: Record<string, unknown>
  refuse?: { status: number; [more: string]: unknown }
  /** The query that the screen is opened with. */
  search?: string
}

/** A server with one ad or placement, at the place where calls leave the browser. @returns what was sent to change it */
export function showOnServer(item: object, answers: Answers, screen: ReactNode) {
  const sent: Record<string, unknown>[] = []
  const user = {
    id: crypto.randomUUID(),
    role: 'administrator',
    name: 'Kim',
    email: 'kim@example.org',
    locale: 'en',
    timeZone: 'UTC',
  }
  httpClient.defaults.adapter = async (config) => {
    const path = String(config.url).split('?')[0]!
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (path === '/api/session') return answer({ user })
    const known = config.method !== 'patch' && Object.entries(answers.get ?? {}).find(([end]) => path.endsWith(end))
    if (known) return answer(known[1])
    if (path.endsWith('/estimate'))
      return answer({ eligibleViews: 0, allViews: 0, days: 28, perDay: 0, wholeFlight: null })
    if (path.endsWith('/on-page')) return answer({ items: [] })
    if (config.method === 'get') return answer({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25 })
    const body = JSON.parse(String(config.data)) as Record<string, unknown>
    sent.push(body)
    if (answers.refuse) {
      const { status, ...problem } = answers.refuse
      const data = { status, title: '', type: '', requestId: 'r1', ...problem }
      throw new AxiosError('refused', undefined, config, undefined, answer(data, status))
    }
    return answer({ ...item, ...body, version: 2 })
  }
  queryClient.clear()
  showScreen(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>, { search: answers.search ?? '' })
  return sent
}
