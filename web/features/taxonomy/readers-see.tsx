import { Plural, Trans } from '@lingui/react/macro'

/** In how many of the articles that were named just before, readers see the change at once. */
export function ReadersSee({ articles, published }: { articles: number; published: number }) {
  if (articles > 1)
    return (
      <Plural
        value={published}
        _0="None of them is published."
        one="Readers see the change in # of them at once."
        other="Readers see the change in # of them at once."
      />
    )
  return published > 0 ? <Trans>Readers see the change at once.</Trans> : <Trans>It is not published.</Trans>
}
