//! Charts as SVG, readable on light and on dark pages.

/// One row of a chart: a label and its marks.
pub struct Row {
    pub label: String,
    /// One mark per measurement.
    pub values: Vec<f64>,
    /// The mark of a second series, drawn hollow.
    pub other: Option<f64>,
    /// The mean that is drawn as a bar and written beside the row; none writes nothing.
    pub mean: Option<f64>,
}

/// A chart of rows with one axis.
pub struct Chart {
    pub title: String,
    /// What the marks are, and the second series if there is one.
    pub series: [&'static str; 2],
    /// The ends of the axis; marks beyond are drawn at the end, with an arrow.
    pub ends: [f64; 2],
    pub ticks: Vec<f64>,
    /// A ratio is drawn on a logarithmic axis, with the line of 1; otherwise the axis is linear, in percent.
    pub is_ratio: bool,
    pub rows: Vec<Row>,
}

const WIDTH: f64 = 760.0;
const LABELS: f64 = 210.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 64.0;
const ROW: f64 = 24.0;

const STYLE: &str = "<style>text{font:12px system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;fill:#1f2328}\
.h{font-weight:600;font-size:14px}.d{fill:#59636e}.r{text-anchor:end}.m{text-anchor:middle}.p{fill:#fff}\
.g{stroke:#e1e4e8}.one{stroke:#59636e;stroke-dasharray:4 3}.v{fill:#1f6feb;fill-opacity:.5}\
.b{stroke:#0a3069;stroke-width:3;stroke-linecap:round}.o{fill:none;stroke:#bc4c00;stroke-width:1.6}\n\
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.d{fill:#9198a1}.p{fill:#0d1117}.g{stroke:#30363d}\
.one{stroke:#9198a1}.v{fill:#58a6ff}.b{stroke:#cae8ff}.o{stroke:#f0883e}}\n</style>\n";

impl Chart {
    /// The place of a value on the axis.
    fn x(&self, value: f64) -> f64 {
        let [low, high] = self.ends;
        let value = value.clamp(low, high);
        let part = match self.is_ratio {
            true => (value / low).ln() / (high / low).ln(),
            false => (value - low) / (high - low),
        };
        LABELS + part * (WIDTH - LABELS - RIGHT)
    }

    fn shown(&self, value: f64) -> String {
        match self.is_ratio {
            true => format!("{value:.2}×"),
            false => format!("{value:.0} %"),
        }
    }

    /// The chart as an SVG picture.
    pub fn svg(&self) -> String {
        let height = TOP + ROW * self.rows.len() as f64 + 34.0;
        let bottom = height - 30.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\" aria-label=\"{title}\">\n{STYLE}<rect class=\"p\" width=\"{WIDTH}\" height=\"{height}\" rx=\"6\"/>\n\
             <text class=\"h\" x=\"16\" y=\"24\">{title}</text>\n",
            title = self.title,
        );
        self.legend(&mut out);
        for tick in &self.ticks {
            let x = self.x(*tick);
            let class = match self.is_ratio && *tick == 1.0 {
                true => "one",
                false => "g",
            };
            let text = match self.is_ratio {
                true => format!("{tick}×"),
                false => format!("{tick} %"),
            };
            out += &format!(
                "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{}\" y2=\"{bottom}\"/>\
                 <text class=\"d m\" x=\"{x:.1}\" y=\"{}\">{text}</text>\n",
                TOP - 6.0,
                bottom + 16.0
            );
        }
        for (i, row) in self.rows.iter().enumerate() {
            self.row(&mut out, row, TOP + ROW * (i as f64 + 0.5));
        }
        out + "</svg>\n"
    }

    fn legend(&self, out: &mut String) {
        let [marks, other] = self.series;
        *out += &format!(
            "<circle class=\"v\" cx=\"22\" cy=\"42\" r=\"4.5\"/><text class=\"d\" x=\"34\" y=\"46\">{marks}</text>\n"
        );
        let mut x = 50.0 + 6.4 * marks.chars().count() as f64;
        if self
            .rows
            .iter()
            .any(|row| row.mean.is_some() && row.values.len() > 1)
        {
            *out += &format!(
                "<line class=\"b\" x1=\"{x}\" x2=\"{x}\" y1=\"36\" y2=\"48\"/>\
                 <text class=\"d\" x=\"{}\" y=\"46\">geometric mean</text>\n",
                x + 10.0
            );
            x += 120.0;
        }
        if !other.is_empty() {
            *out += &format!(
                "<circle class=\"o\" cx=\"{x}\" cy=\"42\" r=\"4\"/><text class=\"d\" x=\"{}\" y=\"46\">{other}</text>\n",
                x + 12.0
            );
        }
    }

    fn row(&self, out: &mut String, row: &Row, y: f64) {
        *out += &format!(
            "<text class=\"r\" x=\"{}\" y=\"{:.1}\">{}</text>\n",
            LABELS - 14.0,
            y + 4.0,
            row.label
        );
        for value in &row.values {
            let x = self.x(*value);
            *out += &match *value > self.ends[1] {
                // Beyond the axis.
                true => format!(
                    "<path class=\"v\" d=\"M{x:.1} {:.1}l8 4l-8 4z\"/>\n",
                    y - 4.0
                ),
                false => format!("<circle class=\"v\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>\n"),
            };
        }
        if let Some(other) = row.other {
            let x = self.x(other);
            *out += &format!("<circle class=\"o\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>\n");
        }
        if let Some(mean) = row.mean {
            if row.values.len() > 1 {
                let x = self.x(mean);
                *out += &format!(
                    "<line class=\"b\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\n",
                    y - 7.0,
                    y + 7.0
                );
            }
            *out += &format!(
                "<text x=\"{}\" y=\"{:.1}\">{}</text>\n",
                WIDTH - RIGHT + 16.0,
                y + 4.0,
                self.shown(mean)
            );
        }
    }
}

/// The geometric mean of positive numbers.
pub fn mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::{Chart, Row, mean};

    #[test]
    fn marks_are_where_their_values_are_and_outliers_at_the_end() {
        let values = vec![1.0, 2.0, 8.0];
        assert!((mean(&values) - 2.52).abs() < 0.01);
        let chart = Chart {
            title: "t".to_owned(),
            series: ["a", "b"],
            ends: [0.5, 4.0],
            ticks: vec![0.5, 1.0, 2.0, 4.0],
            is_ratio: true,
            rows: vec![Row {
                label: "x".to_owned(),
                mean: Some(mean(&values)),
                values,
                other: Some(1.5),
            }],
        };
        let svg = chart.svg();
        assert_eq!(
            svg.matches("<circle class=\"v\"").count(),
            3,
            "two marks and the legend"
        );
        assert_eq!(svg.matches("<path class=\"v\"").count(), 1);
        assert!(svg.contains("2.52×") && chart.x(2.0) > chart.x(1.0));
    }
}
