// Which of our languages an editor's display language means.

/** The languages that have texts, as their folders below `locales` are called. */
export const LANGUAGES = [
  "ca",
  "de",
  "en",
  "es",
  "fr",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt-BR",
  "ru",
  "tr",
  "vi",
  "zh-CN",
  "zh-TW",
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Relatives that write as one of ours does, though their tag says otherwise. */
const RELATIVES: { readonly [tag: string]: Language } = {
  pt: "pt-BR",
  zh: "zh-CN",
  "zh-hans": "zh-CN",
  "zh-sg": "zh-CN",
  "zh-hant": "zh-TW",
  "zh-hk": "zh-TW",
  "zh-mo": "zh-TW",
};

/** The language to show: VS Code says `zh-cn` for `zh-CN`, and may say `de-AT` for `de`. */
export function languageOf(tag: string): Language {
  const parts = tag.toLowerCase().replaceAll("_", "-").split("-");
  for (let length = parts.length; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join("-");
    const found = LANGUAGES.find((language) => language.toLowerCase() === shorter);
    if (found !== undefined) return found;
    const relative = RELATIVES[shorter];
    if (relative !== undefined) return relative;
  }
  return "en";
}
