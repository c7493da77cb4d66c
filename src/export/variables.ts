// The variables of a collection. All formats write them so.
export const BASE_URL = "{{baseUrl}}";
export const API_KEY = "{{apiKey}}";
