import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { ImportCleanUp as CleanUp, ImportRun } from '#contract/import.ts'
import { useCodeText, useProblemText } from '../../api/problem-text.tsx'
import { offerSteps } from '../../entity/undo.ts'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { useCounts } from '../../ui/progress-text.ts'
import { useBeginCleanUp, useCleanUp, useCleanUpChanged, useCleanUpUndo, useStopCleanUp } from './import-api.ts'

/** Moves the articles that an import made to the trash, as one change, and says what stays. */
export function ImportCleanUp({ run }: { run: ImportRun }) {
  const { t } = useLingui()
  const { data } = useCleanUp(run.id)
  const [isAsking, setIsAsking] = useState(false)
  const changed = useCleanUpChanged()
  const undo = useCleanUpUndo()
  const cleanUp = useBeginCleanUp()
  const problemText = useProblemText()
  useWhenOver(data, ({ action, now: { moved, undo: step, stopped } }) => {
    changed()
    // The undo tells itself how it ended.
    if (action === 'undo' || stopped) return
    const said = t({
      message: plural(moved, { one: '# article moved to the trash', other: '# articles moved to the trash' }),
    })
    if (step) offerSteps(said, [step], undo)
    else notifyDone(said)
  })
  if (!data || data.articles + data.changed + data.gone === 0) return null
  const { articles, undo: last, running, stopped } = data

  const perform = async () => {
    try {
      await cleanUp.mutateAsync({ id: run.id, expectedCount: articles })
      return undefined
    } catch (error) {
      return problemText(error).sentence
    }
  }
  return (
    <section aria-labelledby="import-clean-up">
      <Stack gap="xs">
        <Title order={2} fz={16} id="import-clean-up">
          <Trans>What this import made</Trans>
        </Title>
        {stopped && <Stopped stopped={stopped} />}
        {running ? (
          <Running id={run.id} running={running} />
        ) : (
          <Text size="sm">
            <Made data={data} />
          </Text>
        )}
        <Others run={run} />
        <Group gap="xs">
          {articles > 0 && !running && (
            <Button
              variant="default"
              size="xs"
              h="auto"
              mih={30}
              styles={{ label: { whiteSpace: 'normal' } }}
              leftSection={<IconTrash size={14} />}
              onClick={() => setIsAsking(true)}
            >
              <Trans>Move what this import made to the trash…</Trans>
            </Button>
          )}
          {last && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowBackUp size={14} />}
              onClick={() => void undo([last])}
            >
              <Trans>Undo moving it to the trash</Trans>
            </Button>
          )}
        </Group>
      </Stack>
      <Confirm
        opened={isAsking}
        title={t({
          message: plural(articles, { one: 'Move # article to the trash?', other: 'Move # articles to the trash?' }),
        })}
        confirmLabel={t`Move to the trash`}
        danger
        onConfirm={perform}
        onClose={() => setIsAsking(false)}
      >
        <Consequences data={data} />
      </Confirm>
    </section>
  )
}

/** Calls back once when what was under way is over. */
function useWhenOver(data: CleanUp | undefined, tell: (over: { action: Action; now: CleanUp }) => void) {
  const before = useRef<Action>(undefined)
  const now = data?.running?.action
  useEffect(() => {
    const action = before.current
    before.current = now
    if (action && !now && data) tell({ action, now: data })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it begins or ends
  }, [now])
}
type Action = NonNullable<CleanUp['running']>['action']

function Running({ id, running }: { id: string; running: NonNullable<CleanUp['running']> }) {
  const { t } = useLingui()
  const { action, can } = running
  const [done, all] = useCounts()(running.done, running.total)
  const stop = useStopCleanUp()
  const problemText = useProblemText()
  const onStop = () =>
    stop.mutate(id, {
      onError: (error) => {
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      },
    })
  return (
    <div>
      <ProgressLine
        done={running.done}
        total={running.total}
        label={action === 'undo' ? t`Progress of the undo` : t`Progress of moving to the trash`}
      >
        {action === 'undo' ? (
          <Trans>
            Bringing {done} of {all} back from the trash…
          </Trans>
        ) : (
          <Trans>
            Moving {done} of {all} to the trash…
          </Trans>
        )}
      </ProgressLine>
      <Text size="sm" c="dimmed">
        <Trans>You may leave this screen; it goes on. Others can work meanwhile.</Trans>
      </Text>
      {can.stop && (
        <Button variant="default" size="xs" mt="xs" loading={stop.isPending} onClick={onStop}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </div>
  )
}

function Stopped({ stopped: { action, code, ...stopped } }: { stopped: NonNullable<CleanUp['stopped']> }) {
  const { t } = useLingui()
  const codeText = useCodeText()
  const [done, all] = useCounts()(stopped.done, stopped.total)
  const isAsked = code === 'stopped'
  const why =
    code === 'forbidden'
      ? t`The account that started it may not do this any more. Another administrator can.`
      : codeText(code)
  return (
    <Alert color={isAsked ? 'gray' : 'red'} variant="light" icon={<IconAlertTriangle size={18} />} p="sm">
      <Text size="sm">
        {action === 'undo'
          ? t`The undo stopped after ${done} of ${all}. The others are still in the trash.`
          : t`Moving to the trash stopped after ${done} of ${all}. The others are as they were.`}{' '}
        {!isAsked && why}
      </Text>
    </Alert>
  )
}

function Made({ data: { articles, changed, gone } }: { data: CleanUp }) {
  const { t, i18n } = useLingui()
  const sentences = [
    articles > 0 &&
      t`${plural(articles, { one: '# article that no one changed or published since.', other: '# articles that no one changed or published since.' })}`,
    changed > 0 &&
      t`${plural(changed, { one: '# article was changed or published since and is left as it is.', other: '# articles were changed or published since and are left as they are.' })}`,
    gone > 0 &&
      t`${plural(gone, { one: '# article is in the trash or deleted permanently.', other: '# articles are in the trash or deleted permanently.' })}`,
  ]
  return sentences.filter(Boolean).join(i18n.locale === 'zh-CN' ? '' : ' ')
}

/** What came with the articles has other uses, so it is only named. */
function Others({ run: { sums } }: { run: ImportRun }) {
  const { t } = useLingui()
  const created = (kind: string) => sums.find((row) => row.kind === kind)?.created ?? 0
  const [authors, categories, tags, pictures] = [
    created('author'),
    created('category'),
    created('tag'),
    created('attachment'),
  ]
  const links = [
    { count: authors, to: paths.authors, text: t`${plural(authors, { one: '# author', other: '# authors' })}` },
    {
      count: categories,
      to: paths.categories,
      text: t`${plural(categories, { one: '# category', other: '# categories' })}`,
    },
    { count: tags, to: paths.tags, text: t`${plural(tags, { one: '# tag', other: '# tags' })}` },
    { count: pictures, to: paths.media, text: t`${plural(pictures, { one: '# picture', other: '# pictures' })}` },
  ].filter(({ count }) => count > 0)
  if (links.length === 0) return null
  const list = links.map(({ to, text }, index) => (
    <Fragment key={to}>
      {index > 0 && t`, `}
      <Anchor component={ScreenLink} inherit underline="always" to={to}>
        {text}
      </Anchor>
    </Fragment>
  ))
  return (
    <Text size="sm" c="dimmed">
      <Trans>
        It also made {list}. They stay: other articles may use them. Delete those that you do not need in their own
        lists.
      </Trans>
    </Text>
  )
}

function Consequences({ data: { published, changed } }: { data: CleanUp }) {
  const { t } = useLingui()
  return (
    <Stack gap="xs">
      {published > 0 && (
        <span>
          {t`${plural(published, { one: '# of them is published: readers no longer find it.', other: '# of them are published: readers no longer find them.' })}`}
        </span>
      )}
      {changed > 0 && (
        <span>
          {t`${plural(changed, { one: '# article that was changed or published since is left.', other: '# articles that were changed or published since are left.' })}`}
        </span>
      )}
      <span>
        <Trans>Authors, categories, tags and pictures stay.</Trans>
      </span>
      <span>
        <Trans>You can undo this for 30 days. What is in the trash is skipped when the file is imported again.</Trans>
      </span>
    </Stack>
  )
}
