import { describe, expect, it } from 'vitest'
import { actionFits, articleActionNames, articleActions, articleStates, missingToPublish } from './article-actions.ts'

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
    const fromTrash = articleActionNames.filter((action) => actionFits(action, 'trashed', false))
    expect(fromTrash).toEqual(['restore'])
    expect(articleActions.restore.to).toBe('draft')
  })

  it('publishes or discards changes only where there are some', () => {
    for (const action of ['publish', 'discard'] as const) {
      expect(actionFits(action, 'published', false)).toBe(false)
      expect(actionFits(action, 'published', true)).toBe(true)
    }
  })
})

describe('what publishing needs', () => {
  it('nothing is missing from a complete article', () => expect(missingToPublish(complete)).toEqual([]))

  it.each([
    ['title', { title: '  ' }],
    ['slug', { slug: '' }],
    ['body', { body: '<p></p>', wordCount: 0 }],
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
