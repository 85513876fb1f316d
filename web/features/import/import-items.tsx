import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Group, NativeSelect, Pagination, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { type ImportItem, importOutcomes, type ImportRun } from '#contract/import.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useScreen } from '../../ui/screen.tsx'
import stackedClasses from '../../ui/stacked-table.module.css'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { useImportItems } from './import-api.ts'
import classes from './import.module.css'
import { useReasonText } from './reason-texts.ts'
import { outcomeTones, useImportWords } from './outcome-names.ts'

/** The server pages by this many. */
const PAGE_SIZE = 100

type ItemFilter = { outcome?: ImportItem['outcome'] | undefined; kind?: string; page?: number }

/** The address of those items of a report. */
export function itemsAddress(run: string, { outcome, kind, page = 1 }: ItemFilter): string {
  const query = new URLSearchParams({ run, ...(kind && { kind }), ...(outcome && { outcome }) })
  if (page > 1) query.set('page', String(page))
  return `${paths.import}?${query.toString()}`
}

const outcomeOf = (given: string | null) => importOutcomes.find((one) => one === given)

function filterOf(search: string) {
  const query = new URLSearchParams(search)
  const outcome = outcomeOf(query.get('outcome'))
  return { outcome, kind: query.get('kind') ?? '', page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1) }
}

/** Who was led to some of the items, by a count or an address, is there; who chose them among the items stays at the choice. */
function useFocusWhenLed(shown: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const section = heading.current?.closest('section')
    if (shown.trim() !== '' && !section?.contains(document.activeElement)) heading.current?.focus()
  }, [shown])
  return heading
}

/** Every item of the file, with its outcome and the reason. */
export function ImportItems({ run }: { run: ImportRun }) {
  const { t } = useLingui()
  const words = useImportWords(run.dryRun)
  const titleId = useId()
  const { navigate, search } = useScreen()
  const filter = filterOf(search)
  const { outcome, kind, page } = filter
  const setFilter = (next: ItemFilter) => navigate(itemsAddress(run.id, next))
  const heading = useFocusWhenLed(`${outcome ?? ''} ${kind}`)
  const { data, error } = useImportItems(run.id, {
    page,
    ...(outcome && { outcome }),
    ...(kind && { kind }),
  })
  const any = { value: '', label: t`All` }

  return (
    <section aria-labelledby={titleId}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end">
          <Title order={2} id={titleId} ref={heading} tabIndex={-1}>
            <Trans>Item by item</Trans>
          </Title>
          <Group gap="sm">
            <NativeSelect
              size="xs"
              label={t`Outcome`}
              value={outcome ?? ''}
              data={[any, ...importOutcomes.map((value) => ({ value, label: words.outcome(value) }))]}
              onChange={(event) => setFilter({ ...filter, outcome: outcomeOf(event.currentTarget.value), page: 1 })}
            />
            <NativeSelect
              size="xs"
              label={t`Kind`}
              value={kind}
              data={[any, ...run.sums.map((row) => ({ value: row.kind, label: words.kind(row.kind) }))]}
              onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value, page: 1 })}
            />
          </Group>
        </Group>
        <FormProblem error={error} />
        {!data && !error && <Skeleton h={240} />}
        {data?.items.length === 0 && <EmptyState kind="no-match" title={t`No item matches`} />}
        {data && data.items.length > 0 && (
          // Narrower than the table it scrolls sideways, so the keyboard must reach it.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={classes.wide} tabIndex={0} role="region" aria-labelledby={titleId}>
            <Table className={stackedClasses.table} horizontalSpacing="md" verticalSpacing={7} miw={680}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>
                    <Trans>Item</Trans>
                  </Table.Th>
                  <Table.Th w={130}>
                    <Trans>Outcome</Trans>
                  </Table.Th>
                  <Table.Th>
                    <Trans>Reason</Trans>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.items.map((item, index) => (
                  <ItemRow key={`${item.kind} ${item.sourceId} ${index}`} item={item} isTrial={run.dryRun} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {data && data.total > PAGE_SIZE && (
          <Pagination
            size="sm"
            value={page}
            total={Math.ceil(data.total / PAGE_SIZE)}
            onChange={(next) => setFilter({ ...filter, page: next })}
            getControlProps={(control) => ({ 'aria-label': controlNames(t)[control] })}
            getItemProps={(number) => ({ 'aria-label': t`Page ${number}` })}
          />
        )}
      </Stack>
    </section>
  )
}

const controlNames = (t: ReturnType<typeof useLingui>['t']) => ({
  first: t`First page`,
  previous: t`Previous page`,
  next: t`Next page`,
  last: t`Last page`,
})

function ItemRow({ item, isTrial }: { item: ImportItem; isTrial: boolean }) {
  const { t } = useLingui()
  const words = useImportWords(isTrial)
  const say = useReasonText()
  const name = item.title || t`Untitled`
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td data-line style={{ overflowWrap: 'anywhere' }}>
        {item.article && !(isTrial && item.outcome === 'created') ? (
          <Anchor component={ScreenLink} inherit to={paths.article(item.article)}>
            {name}
          </Anchor>
        ) : (
          name
        )}
        <Text size="xs" c="dimmed">
          {words.kind(item.kind)} · {item.sourceId}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={outcomeTones[item.outcome]}>{words.outcome(item.outcome)}</StatusDot>
      </Table.Td>
      <Table.Td data-line style={{ overflowWrap: 'anywhere' }}>
        {item.reasons.map((reason, index) => (
          <Text key={`${reason.code} ${index}`} size="sm" className={classes.reason}>
            {say(reason)}
          </Text>
        ))}
      </Table.Td>
    </Table.Tr>
  )
}
