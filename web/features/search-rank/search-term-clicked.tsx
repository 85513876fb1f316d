import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { SearchTerm } from '#contract/search-rank.ts'
import { paths } from '../../paths.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useSearchRankWords } from './search-rank-words.ts'
import classes from './search-rank.module.css'

/** The articles that readers opened from the results of a term, with the positions where they found them. */
export function SearchTermClicked({ page }: { page: SearchTerm }) {
  const { t, i18n } = useLingui()
  const { position } = useSearchRankWords()
  return (
    <section>
      <h3>
        <Trans>What readers opened</Trans>
      </h3>
      {page.clicked.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>Nothing in this period.</Trans>
        </Text>
      ) : (
        <table className={classes.clicked}>
          <thead>
            <tr>
              <th scope="col">{t`Article`}</th>
              <th scope="col">{t`Clicks`}</th>
              <th scope="col">{t`Position`}</th>
            </tr>
          </thead>
          <tbody>
            {page.clicked.map((article) => (
              <tr key={article.id}>
                <th scope="row">
                  <ScreenLink to={paths.article(article.id)}>{article.title}</ScreenLink>
                  {!article.isPublished && (
                    <>
                      {' '}
                      <Trans>(no longer published)</Trans>
                    </>
                  )}
                </th>
                <td>{i18n.number(article.clicks)}</td>
                <td>{position(article.position)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
