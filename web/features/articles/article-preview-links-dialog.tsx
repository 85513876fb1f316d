import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CopyButton, Group, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type NewPreviewLink,
  PREVIEW_LINK_HOURS_DEFAULT,
  PREVIEW_LINK_NAME_MAX,
  type PreviewLink,
  previewLinkHours,
} from '#contract/preview-links.ts'
import { LocalLinkNote } from '../../entity/local-link-note.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { exactWords } from '../../ui/relative-time.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import classes from './article-preview.module.css'
import { useArticleProblemText } from './article-words.ts'
import {
  type PreviewLinkHours,
  useCreatePreviewLink,
  usePreviewLinks,
  useRevokePreviewLink,
} from './preview-link-api.ts'

const durations: Record<PreviewLinkHours, MessageDescriptor> = {
  1: msg`1 hour`,
  24: msg`1 day`,
  168: msg`7 days`,
  720: msg`30 days`,
}

type Props = { article: { id: string; title: string }; onClose: () => void }

/** Links that show the article to people without an account: make, copy, revoke. */
export function ArticlePreviewLinksDialog({ article, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [hours, setHours] = useState<PreviewLinkHours>(PREVIEW_LINK_HOURS_DEFAULT)
  const [name, setName] = useState('')
  const [made, setMade] = useState<NewPreviewLink>()
  const [asked, setAsked] = useState<PreviewLink>()
  const links = usePreviewLinks(article.id)
  const create = useCreatePreviewLink(article.id)
  const revoke = useRevokePreviewLink(article.id)
  const problemText = useArticleProblemText()
  const describeLink = useLinkDescription()
  const failure = create.error ?? links.error

  const createLink = () =>
    create.mutate(
      { hours, name },
      {
        onSuccess: (link) => {
          setMade(link)
          setName('')
        },
      },
    )
  const revokeLink = async (link: PreviewLink) => {
    try {
      await revoke.mutateAsync(link.id)
      if (made?.id === link.id) setMade(undefined)
      notifyDone(
        link.name ? t`The preview link for “${link.name}” no longer works` : t`The preview link no longer works`,
      )
      return undefined
    } catch (error) {
      return problemText(error).sentence
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      // A new link cannot be shown again.
      closeOnClickOutside={made === undefined}
      // Escape closes the question only.
      closeOnEscape={asked === undefined}
      title={t`Preview links: ${article.title || t`Untitled`}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      styles={{ title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Whoever has the link can read the article as it is being edited, without an account, until the link ends.
          </Trans>
        </Text>
        <Group
          align="flex-end"
          gap="sm"
          component="form"
          onSubmit={(event) => {
            event.preventDefault()
            createLink()
          }}
        >
          <TextInput
            label={t`For whom`}
            placeholder={t`As in: Maria, photographer`}
            autoComplete="off"
            flex={1}
            miw={180}
            maxLength={PREVIEW_LINK_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t`The link works for`}
            w={160}
            allowDeselect={false}
            data={previewLinkHours.map((value) => ({ value: String(value), label: i18n._(durations[value]) }))}
            value={String(hours)}
            onChange={(value) => setHours(previewLinkHours.find((one) => String(one) === value) ?? hours)}
          />
          <Button type="submit" leftSection={<IconLink size={16} />} loading={create.isPending}>
            <Trans>Create link</Trans>
          </Button>
        </Group>
        {failure && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problemText(failure).sentence}
          </Text>
        )}
        {made && <NewLink key={made.id} link={made} />}
        <section aria-label={t`Open links`}>
          <Text fw={600} size="sm" mb={6} component="h3">
            <Trans>Open links</Trans>
          </Text>
          {links.data ? <LinkList links={links.data} onRevoke={setAsked} /> : !links.error && <Skeleton height={48} />}
        </section>
      </Stack>
      <Confirm
        opened={asked !== undefined}
        title={asked ? t`Revoke ${describeLink(asked)}?` : ''}
        confirmLabel={t`Revoke`}
        danger
        onConfirm={async () => asked && revokeLink(asked)}
        onClose={() => setAsked(undefined)}
      >
        <Trans>Whoever has it can no longer open the article. It cannot be made to work again.</Trans>
      </Confirm>
    </Modal>
  )
}

/** The address of a link that was just made: shown this once. */
function NewLink({ link }: { link: NewPreviewLink }) {
  const { t } = useLingui()
  return (
    <Stack gap={4} role="status">
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          label={t`New link`}
          value={link.url}
          readOnly
          flex={1}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link.url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={() => {
                copy()
                notifyDone(t`Link copied`)
              }}
            >
              <Trans>Copy</Trans>
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed">
        <Trans>Copy it now: it cannot be shown again.</Trans>
      </Text>
      <LocalLinkNote url={link.url} />
    </Stack>
  )
}

type ListProps = {
  links: readonly PreviewLink[]
  onRevoke: (link: PreviewLink) => void
}

/** “the link for “Maria””, or without a name “the link that works until 3 March”. */
function useLinkDescription() {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  return ({ name, expiresAt }: PreviewLink) => {
    const ends = exactWords(new Date(expiresAt), i18n.locale, zone)
    return name ? t`the link for “${name}”` : t`the link that works until ${ends}`
  }
}

function LinkList({ links, onRevoke }: ListProps) {
  const describeLink = useLinkDescription()
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  if (links.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <Trans>No one can see this article by a link.</Trans>
      </Text>
    )
  return (
    <ul className={classes.links}>
      {links.map((link) => {
        const ends = exactWords(new Date(link.expiresAt), i18n.locale, zone)
        return (
          <li key={link.id} className={classes.link}>
            <div className={classes.linkWords}>
              {link.name && (
                <Text size="sm" fw={500}>
                  {link.name}
                </Text>
              )}
              <Text size={link.name ? 'xs' : 'sm'} c={link.name ? 'dimmed' : undefined}>
                <Trans>Works until {ends}</Trans>
              </Text>
              <Text size="xs" c="dimmed">
                <Trans>Created by {link.createdBy.name}</Trans>
              </Text>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t`Revoke ${describeLink(link)}`}
              onClick={() => onRevoke(link)}
            >
              <Trans>Revoke</Trans>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
