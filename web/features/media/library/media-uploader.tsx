import { useLingui } from '@lingui/react/macro'
import { FilterChoices } from '../../../ui/data-table/filter-choices.tsx'
import { useMe } from '../../session/session-api.ts'
import { useMediaList } from '../media-api.ts'

const NEWEST = 100

/** Me, and who else uploaded lately: only administrators may list all people. */
export function UploaderChoice(props: { value: string | undefined; onChoose: (id: string) => void }) {
  const { t } = useLingui()
  const me = useMe()
  const { data } = useMediaList({ pageSize: NEWEST })
  const names = new Map(
    (data?.items ?? []).flatMap(({ createdBy }) => (createdBy ? [[createdBy.id, createdBy.name]] : [])),
  )
  if (me) names.delete(me.id)
  return (
    <FilterChoices
      label={t`Uploaded by`}
      value={props.value}
      choices={[
        ...(me ? [{ value: me.id, label: t`Me` }] : []),
        ...[...names]
          .toSorted(([, one], [, other]) => one.localeCompare(other))
          .map(([value, label]) => ({ value, label })),
      ]}
      onChoose={props.onChoose}
    />
  )
}

/** The name behind an id that came with the address, as one of their pictures tells it. */
export function UploaderName({ id }: { id: string | undefined }) {
  const { data } = useMediaList({ uploader: id, pageSize: 1 }, id !== undefined)
  return data?.items[0]?.createdBy?.name ?? '…'
}
