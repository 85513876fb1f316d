/** Something that can be picked. `detail` tells two of the same name apart. */
export type PickerOption = {
  id: string
  label: string
  detail?: string | undefined
  /** Another one has the same label, so once picked it goes by its full label. */
  sharesName?: boolean
  /** “Traffic › Books”; left out: the label and the detail. */
  fullLabel?: string
}
