import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { IconBolt, IconCalendar, IconCategory, IconFilter, IconNetwork, IconUser, IconFile } from '@tabler/icons-react'
import { auditActionNames, auditKinds, type auditList, auditTypes } from '#contract/audit.ts'
import { choicesOf, type FilterControls } from '../../entity/list/list-filters.tsx'
import { DayRange } from '../../ui/data-table/day-range.tsx'
import { useDaysText } from '../../ui/data-table/days-text.ts'
import { dayWords } from '../../ui/date-text.ts'
import { useUserList } from '../users/user-api.ts'
import { useActionText } from './audit-texts.ts'
import { kindNames, typeNames } from './audit-type-texts.ts'

const size = 14

/** The filters of the audit log. One item, one action and an address are set by views, rows and links. */
export function useAuditFilters(): FilterControls<typeof auditList.filters> {
  const { t, i18n } = useLingui()
  const actionText = useActionText()
  const daysText = useDaysText()
  const people = useUserList({ pageSize: 100, sort: 'name' }).data?.items ?? []
  return {
    actor: {
      label: t`Who`,
      icon: <IconUser size={size} />,
      describe: ({ actor }) => people.find(({ id }) => id === actor)?.name ?? t`one person`,
      edit: ({ values, set, close }) => (
        <NativeSelect
          label={t`Who`}
          value={values['actor'] ?? ''}
          data={[{ value: '', label: t`Anyone` }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => {
            set({ actor: event.currentTarget.value })
            close()
          }}
        />
      ),
    },
    kind: {
      label: t`Kind of action`,
      icon: <IconBolt size={size} />,
      choices: choicesOf(auditKinds, (kind) => t(kindNames[kind])),
    },
    type: {
      label: t`Type`,
      icon: <IconCategory size={size} />,
      choices: choicesOf(auditTypes, (type) => t(typeNames[type])),
    },
    from: {
      keys: ['from', 'to'],
      label: t`Days`,
      icon: <IconCalendar size={size} />,
      describe: ({ from = '', to = '' }) => daysText({ first: from, last: to }, (day) => dayWords(day, i18n.locale)),
      edit: ({ values: { from = '', to = '' }, set, close }) => (
        <DayRange
          first={from}
          last={to}
          onChoose={({ first, last }) => {
            set({ from: first, to: last })
            close()
          }}
        />
      ),
    },
    to: null,
    action: {
      label: t`One action`,
      icon: <IconFilter size={size} />,
      isFixed: true,
      describe: ({ action }) => {
        const known = auditActionNames.find((name) => name === action)
        return known ? actionText({ action: known, type: 'call', title: '…', details: {} }) : undefined
      },
    },
    entity: { label: t`One item`, icon: <IconFile size={size} />, isFixed: true },
    ip: { label: t`One address`, icon: <IconNetwork size={size} />, isFixed: true },
  }
}
