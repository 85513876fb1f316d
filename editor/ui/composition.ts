/** Whether a key belongs to an input method. Safari tells of its last one after the composition, marked by this code only. */
export const isOfComposition = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229
