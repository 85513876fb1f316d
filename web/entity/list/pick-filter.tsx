import type { ComponentType } from 'react'
import type { Filter } from '../../ui/data-table/filter-bar.tsx'
import { shownLabel } from '../../ui/picked-items.tsx'
import type { PickerOption } from '../../ui/picker-option.ts'
import type { EntityPickerProps } from '../entity-picker.tsx'

type Given = Pick<Filter, 'label' | 'icon'> & {
  key: string
  picker: ComponentType<EntityPickerProps> & { load?: () => Promise<unknown> }
  /** What the filter is set to, once its name is known. */
  picked: PickerOption | undefined
}

/** A filter by one entity, found by its name. */
export const pickFilter = ({ key, label, icon, picker: Picker, picked }: Given) => ({
  label,
  icon,
  ...(Picker.load && { load: Picker.load }),
  describe: () => (picked ? shownLabel(picked) : '…'),
  edit: ({ set, close }: Parameters<NonNullable<Filter['edit']>>[0]) => (
    <div style={{ width: 260 }}>
      <Picker
        label={label}
        canCreate={false}
        most={1}
        value={picked ? [picked] : []}
        onChange={([chosen]) => {
          set({ [key]: chosen?.id ?? '' })
          close()
        }}
        startsFocused
      />
    </div>
  ),
})
