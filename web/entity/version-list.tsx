import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { RelativeTime } from '../ui/relative-time.tsx'
import classes from './version-list.module.css'

type Version = { id: string; createdAt: string; createdBy: { name: string } | null }

type Props<V> = {
  /** Newest first; undefined while they load. */
  versions: readonly V[] | undefined
  /** Why there are none to show, as a sentence. */
  problem: string | null
  /** How it came to be: “Saved automatically”. */
  nameOf: (version: V) => string
  isCurrent: (version: V, at: number) => boolean
  /** What opens a version; `previous` is the one before it. */
  dialog: (opened: V, previous: V | undefined, close: () => void) => ReactNode
}

/** Every version that an item had, newest first: how it came to be, who made it and when. Each opens in a dialog. */
export function VersionList<V extends Version>({ versions, problem, nameOf, isCurrent, dialog }: Props<V>) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<{ version: V; from: HTMLElement }>()
  const close = () => {
    setOpened(undefined)
    requestAnimationFrame(() => opened?.from.focus())
  }
  const before = ({ id }: V) => versions?.[versions.findIndex((one) => one.id === id) + 1]
  if (problem)
    return (
      <Text size="sm" c="dimmed">
        {problem}
      </Text>
    )
  if (!versions) return <Skeleton height={80} />
  return (
    <>
      <ol className={classes.versions}>
        {versions.map((version, at) => (
          <li key={version.id}>
            <UnstyledButton
              className={classes.version}
              onClick={({ currentTarget }) => setOpened({ version, from: currentTarget })}
            >
              <Text span size="sm">
                {nameOf(version)}
                {isCurrent(version, at) && (
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    <Trans>current version</Trans>
                  </Text>
                )}
              </Text>
              <Text span size="xs" c="dimmed">
                {version.createdBy?.name ?? t`Copydesk`} · <RelativeTime value={version.createdAt} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {opened && dialog(opened.version, before(opened.version), close)}
    </>
  )
}
