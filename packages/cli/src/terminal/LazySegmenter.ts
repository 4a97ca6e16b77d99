/**
 * `Intl.Segmenter`, made on first use. A segmenter takes as long to make as a third of a start, and Effect makes one when it is
 * loaded, although only text with padding needs it. The build puts this class in the place of `Intl.Segmenter`.
 *
 * @module
 */

/** Makes the segmenter when it first segments a text. */
export class LazySegmenter {
  readonly #make: () => Intl.Segmenter
  #made: Intl.Segmenter | undefined

  constructor(locales?: Intl.LocalesArgument, options?: Intl.SegmenterOptions) {
    this.#make = () => new globalThis.Intl.Segmenter(locales, options)
  }

  segment(text: string): Intl.Segments {
    this.#made ??= this.#make()
    return this.#made.segment(text)
  }
}
