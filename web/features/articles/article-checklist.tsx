import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PublishRequirement } from '#contract/article-actions.ts'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

const sentences: Record<PublishRequirement, MessageDescriptor> = {
  title: msg`Give it a title`,
  slug: msg`Give it a slug`,
  body: msg`Write the text`,
  authors: msg`Name at least one author`,
  primaryCategory: msg`Choose a primary category`,
  coverAlt: msg`Describe the cover for people who cannot see it`,
}

/** Which field of the form answers a requirement. */
export const fieldOfRequirement: Record<PublishRequirement, string> = {
  title: 'article-title',
  slug: 'article-field-slug',
  body: 'article-body',
  authors: 'article-field-authors',
  primaryCategory: 'article-field-primary-category',
  coverAlt: 'article-field-cover',
}

type ListProps = { missing: readonly PublishRequirement[]; jumpTo: (fieldId: string) => void; onJump?: () => void }

/** What is missing, in words; each leads to its field. */
export function MissingList({ missing, jumpTo, onJump }: ListProps) {
  const { t } = useLingui()
  return (
    <Stack gap={2} align="stretch" mx={-8}>
      {missing.map((name) => (
        <Button
          key={name}
          variant="subtle"
          size="compact-sm"
          justify="space-between"
          fw={500}
          rightSection={<IconArrowRight size={14} />}
          onClick={() => {
            onJump?.()
            jumpTo(fieldOfRequirement[name])
          }}
        >
          {t(sentences[name])}
        </Button>
      ))}
    </Stack>
  )
}

type Props = ListProps & {
  opened: boolean
  /** Something was chosen; the focus goes to its field. */
  onClose: () => void
  /** Escape, or a click elsewhere. */
  onDismiss: () => void
  children: ReactNode
}

/** Opens at the Publish button when something is missing. */
export function ArticleChecklist({ opened, onClose, onDismiss, missing, jumpTo, children }: Props) {
  return (
    <Popover
      opened={opened && missing.length > 0}
      onChange={(now) => !now && onDismiss()}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus={false}
      withinPortal
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={600} mb="xs">
          <Trans>Before readers can see this</Trans>
        </Text>
        <MissingList missing={missing} jumpTo={jumpTo} onJump={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
