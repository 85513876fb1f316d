import { Trans } from '@lingui/react/macro'
import { Button, CopyButton, Text, Title } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './reader-snippet.module.css'

/** Shown while no reader has been counted: how the site reports them. `children`: what else this screen needs. */
export function ReaderSnippet({ children }: { children?: ReactNode }) {
  const tag = `<script defer src="${location.origin}/content/v1/beacon.js" data-article="ARTICLE_ID"></script>`
  return (
    <div className={classes.snippet}>
      <Title order={2}>
        <Trans>No readers counted yet</Trans>
      </Title>
      <Text mt="xs">
        <Trans>
          Put this line into the pages of your articles, with the id of the article in place of ARTICLE_ID. It is small,
          sets no cookie, and says nothing for readers who ask not to be tracked.
        </Trans>
      </Text>
      <pre>
        <code>{tag}</code>
      </pre>
      <CopyButton value={tag}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
      {children}
      <Text mt="md" size="sm" c="dimmed">
        <Trans>
          This screen fills by itself, within two minutes of the first reader. Your own visits do not count.
        </Trans>
      </Text>
    </div>
  )
}
