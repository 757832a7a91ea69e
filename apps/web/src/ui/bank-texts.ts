import { i18n } from '@lingui/core';
import { messages } from '../locales/en/bank.po';

// The words of what a bank asks: they come with it, so that no page carries them for the few whose bank does.
i18n.load(i18n.locale, messages);
