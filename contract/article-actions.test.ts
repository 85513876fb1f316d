import { describe, expect, it } from 'vitest'
import {
  actionFits,
  articleActionNames,
  articleActions,
  articleStates,
  lacksChanges,
  missingToPublish,
  stateAfter,
} from './article-actions.ts'

const complete = {
  title: 'Rain',
  slug: 'rain',
  wordCount: 3,
  body: '<p>It rains today.</p>',
  authors: ['ada'],
  primaryCategory: 'news',
  cover: null,
}

describe('the table of actions', () => {
  it('leads from every state to every other one', () => {
    const reached = (from: string) => {
      const seen = new Set([from])
      for (const state of seen)
        for (const { from: starts, to } of Object.values(articleActions))
          if ((starts as readonly string[]).includes(state)) seen.add(to)
      return seen
    }
    for (const state of articleStates) expect(reached(state)).toEqual(new Set(articleStates))
  })

  it('brings back from the trash as a draft, always', () => {
    const fromTrash = articleActionNames.filter((action) =>
      actionFits(action, { state: 'trashed', hasChanges: false, isSubmitted: false }),
    )
    expect(fromTrash).toEqual(['restore'])
    expect(articleActions.restore.to).toBe('draft')
  })

  it('publishes or discards changes only where there are some', () => {
    for (const action of ['publish', 'discard'] as const) {
      expect(actionFits(action, { state: 'published', hasChanges: false, isSubmitted: false })).toBe(false)
      for (const isSubmitted of [false, true])
        expect(actionFits(action, { state: 'published', hasChanges: true, isSubmitted })).toBe(true)
    }
  })

  it('submits changes once, and returns or withdraws only what is submitted; the article stays published', () => {
    const published = { state: 'published', hasChanges: true } as const
    for (const [action, isSubmitted] of [
      ['submit', false],
      ['return', true],
      ['withdraw', true],
    ] as const) {
      expect(actionFits(action, { ...published, isSubmitted })).toBe(true)
      expect(actionFits(action, { ...published, isSubmitted: !isSubmitted })).toBe(false)
      expect(lacksChanges(action, { ...published, isSubmitted: !isSubmitted })).toBe(false)
      expect(lacksChanges(action, { ...published, hasChanges: false, isSubmitted: false })).toBe(true)
      expect(stateAfter(action, 'published')).toBe('published')
    }
    expect(stateAfter('submit', 'draft')).toBe('in_review')
    expect(stateAfter('withdraw', 'in_review')).toBe('draft')
    expect(stateAfter('archive', 'published')).toBe('archived')
  })
})

describe('what publishing needs', () => {
  it('nothing is missing from a complete article', () => expect(missingToPublish(complete)).toEqual([]))

  it.each([
    ['title', { title: '  ' }],
    ['title', { title: '\u200b' }],
    ['slug', { slug: '' }],
    ['body', { body: '<p></p>', wordCount: 0 }],
    ['body', { body: '<div data-missing-picture="a.jpg"></div>', wordCount: 0 }],
    ['authors', { authors: [] }],
    ['primaryCategory', { primaryCategory: null }],
    ['coverAlt', { cover: { alt: ' ' } }],
  ])('%s is named when it is missing', (name, without) =>
    expect(missingToPublish({ ...complete, ...without })).toEqual([name]),
  )

  it.each(['<figure><img src="/media/1/640.webp"></figure>', '<div data-album="1"></div>'])(
    'a photo story needs no words: %s',
    (body) => expect(missingToPublish({ ...complete, body, wordCount: 0 })).toEqual([]),
  )
})
