export { ValuesDialog as default } from '@polylogue/web-kit/query-variables';
