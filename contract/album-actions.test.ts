import { describe, expect, it } from 'vitest'
import { albumActionFits, albumActionNames, albumActions, albumStates, missingInAlbum } from './album-actions.ts'

describe('the table of actions', () => {
  it('leads from every state to every other one', () => {
    for (const state of albumStates) {
      const seen = new Set<string | null>([state])
      for (const from of seen)
        for (const name of albumActionNames)
          if ((albumActions[name].from as readonly (string | null)[]).includes(from)) seen.add(albumActions[name].to)
      expect(seen).toEqual(new Set([...albumStates, null]))
    }
  })

  it('lets nothing out of the trash but as a draft, or permanently', () => {
    expect(albumActionNames.filter((name) => albumActionFits(name, 'trashed'))).toEqual(['restore', 'purge'])
    expect(albumActions.restore.to).toBe('draft')
  })
})

it('an album without photos cannot be published', () => {
  expect(missingInAlbum({ photos: 0 })).toEqual(['photos'])
  expect(missingInAlbum({ photos: 1 })).toEqual([])
})
