/**
 * Whether a key belongs to an input method, as Enter that ends a Chinese word. Safari tells of that key after the composition has
 * ended, and marks it by this code only.
 */
export const isOfComposition = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD

const INPUT_METHOD = 229
