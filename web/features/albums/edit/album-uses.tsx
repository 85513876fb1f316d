import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { albumEndpoints } from '#contract/albums.ts'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { albumKeys } from '../album-api.ts'
import classes from './album-edit.module.css'

/** Which articles show the album as a gallery; nothing where none does. */
export function AlbumUses({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const uses = useQuery({
    queryKey: [...albumKeys.one(id), 'uses'],
    queryFn: ({ signal }) => call(albumEndpoints.uses, { params: { id } }, { signal }),
  }).data
  if (!uses || uses.total === 0) return null
  const more = i18n.number(uses.total - uses.items.length)
  return (
    <section className={classes.coverSection} aria-label={t`Shown in articles`}>
      <Text size="sm" fw={500} mb={6}>
        <Trans>Shown in articles</Trans>
      </Text>
      <ul className={classes.uses}>
        {uses.items.map(({ id: article, title, trashed }) => (
          <li key={article}>
            {title === null ? (
              <Trans>An article you may not see</Trans>
            ) : (
              <Anchor component={ScreenLink} inherit to={paths.article(article)}>
                {title || t`Untitled`}
              </Anchor>
            )}
            {trashed && (
              <>
                {' '}
                <Trans>(in the trash)</Trans>
              </>
            )}
          </li>
        ))}
      </ul>
      {uses.total > uses.items.length && (
        <Text size="xs" c="dimmed">
          <Trans>and {more} more</Trans>
        </Text>
      )}
    </section>
  )
}
