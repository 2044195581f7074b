/** Language: the languages of the program's texts. */
export type AppLanguage = 'en' | 'zh'
