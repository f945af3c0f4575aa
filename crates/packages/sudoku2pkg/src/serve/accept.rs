//! Which form of a page a client wants, by its header `Accept`.
//!
//! # References
//! - PEP 691, section *Version + format selection*; RFC 9110, section 12.5.1

/// A form in which a page can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `index.html` for browsers and old clients.
    Html,
    /// `index.html` under its name among the simple pages.
    SimpleHtml,
    /// `index.json`.
    Json,
}

impl Form {
    /// All forms; the first of equally wanted ones is given.
    const ALL: [Self; 3] = [Self::Html, Self::SimpleHtml, Self::Json];

    pub(super) fn content_type(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::SimpleHtml => "application/vnd.pypi.simple.v1+html",
            Self::Json => "application/vnd.pypi.simple.v1+json",
        }
    }

    pub(super) fn file(self) -> &'static str {
        match self {
            Self::Html | Self::SimpleHtml => "index.html",
            Self::Json => "index.json",
        }
    }

    /// How exactly a range of media types names this form: 0 for `*/*`; `None` if it does not.
    fn specificity(self, range: &str) -> Option<u8> {
        let (exact, latest) = match self {
            Self::Html => ("text/html", "text/*"),
            Self::SimpleHtml => (self.content_type(), "application/vnd.pypi.simple.latest+html"),
            Self::Json => (self.content_type(), "application/vnd.pypi.simple.latest+json"),
        };
        match range {
            "*/*" => Some(0),
            "application/*" if self != Self::Html => Some(1),
            _ if range == latest => Some(1),
            _ => (range == exact).then_some(2),
        }
    }
}

/// The forms that `accept` allows, the most wanted first; without the header, HTML.
pub(super) fn wanted(accept: Option<&str>) -> Vec<Form> {
    let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else {
        return vec![Form::Html];
    };
    let mut forms: Vec<(Form, u32)> = Form::ALL
        .into_iter()
        .map(|form| (form, quality(form, accept)))
        .filter(|(_, quality)| *quality > 0)
        .collect();
    forms.sort_by_key(|(_, quality)| std::cmp::Reverse(*quality));
    forms.into_iter().map(|(form, _)| form).collect()
}

/// The quality in thousandths that the most specific range gives to a form.
fn quality(form: Form, accept: &str) -> u32 {
    let ranges = accept.split(',').filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let range = parts.next()?.to_ascii_lowercase();
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        let thousandths = (quality.unwrap_or(1.0).clamp(0.0, 1.0) * 1000.0) as u32;
        Some((form.specificity(&range)?, thousandths))
    });
    ranges.max().map_or(0, |(_, thousandths)| thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_wanted_form_comes_first() {
        let first = |accept: &str| wanted(Some(accept)).first().copied();
        let pip = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html; q=0.1, text/html; q=0.01";
        assert_eq!(wanted(Some(pip)), [Form::Json, Form::SimpleHtml, Form::Html]);
        assert_eq!(first("*/*"), Some(Form::Html));
        assert_eq!(
            first("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            Some(Form::Html)
        );
        assert_eq!(first("application/vnd.pypi.simple.latest+json"), Some(Form::Json));
        assert_eq!(first("text/html;q=0, */*;q=0.5"), Some(Form::SimpleHtml));
        assert_eq!(first("TEXT/HTML"), Some(Form::Html));
        assert_eq!(first("image/png, application/vnd.pypi.simple.v2+json"), None);
        assert_eq!(first("text/html;q=NaN"), None);
        assert_eq!(wanted(None), [Form::Html]);
    }
}
