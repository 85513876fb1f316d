import { Trans } from '@lingui/react/macro'
import { Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './import.module.css'

/** Where the file comes from, a line each; what comes along is behind it. */
export function ImportSources() {
  return (
    <dl className={classes.sources}>
      <Source
        name="WordPress"
        more={<Trans>What comes along from WordPress</Trans>}
        detail={
          <Trans>
            Posts and pages come with their dates, authors, categories, tags, footnotes and old addresses, and with what
            Co-Authors Plus, Yoast SEO and Rank Math say of them. Reusable blocks become snippets, and their text is in
            each article that shows one. What not everyone could read comes as a draft. Comments, custom fields, menus,
            templates and earlier versions are not brought along; the report names what stays behind.
          </Trans>
        }
      >
        <Trans>Tools → Export → All content. It gives an XML file.</Trans>
      </Source>
      <Source
        name="Ghost"
        more={<Trans>What comes along from Ghost</Trans>}
        detail={
          <Trans>
            Posts and pages come with their dates, authors, tags and old addresses. What not everyone could read, and
            what was only a newsletter, comes as a draft. Members, newsletters, comments, settings, the theme and
            internal tags are not brought along; passwords and keys in the file are not read. In some versions the
            export is found under “Migration tools”, in older ones under “Labs”.
          </Trans>
        }
      >
        <Trans>Settings → Import/Export → Export. It gives a JSON file.</Trans>
      </Source>
      <Source
        name={<Trans>Pictures</Trans>}
        more={<Trans>How pictures come into the library</Trans>}
        detail={
          <Trans>
            Your readers’ site goes on showing them from the old site while that is there; this console does not show
            pictures of other sites, so the editor and the preview have a gap. The command line brings them into the
            library, from a copy of the folder of uploads or, with <Code>--fetch</Code>, from the old site:{' '}
            <Code>npm run import -- wordpress FILE --media FOLDER --fetch</Code>, or with{' '}
            <Code>ghost FILE --site URL</Code> for Ghost.
          </Trans>
        }
      >
        <Trans>They are not in these files. The command line brings them in.</Trans>
      </Source>
    </dl>
  )
}

type Props = { name: ReactNode; more: ReactNode; detail: ReactNode; children: ReactNode }

function Source({ name, more, detail, children }: Props) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {children}
        <details>
          <summary>{more}</summary>
          <Text size="sm" c="dimmed" component="div">
            {detail}
          </Text>
        </details>
      </dd>
    </>
  )
}
